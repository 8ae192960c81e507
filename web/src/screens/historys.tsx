import { useTranslation } from "react-i18next";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function HistorysScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(t("titles.historys", { site: name }));
  return <h1 className="gutter py-8 font-title text-2xl">{t("titles.historys", { site: name })}</h1>;
}
