import { useTranslation } from "react-i18next";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function RegisterScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(t("titles.register", { site: name }));
  return <h1 className="gutter py-8 font-title text-2xl">{t("titles.register", { site: name })}</h1>;
}
