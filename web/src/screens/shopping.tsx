import { Clapperboard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/shopping`: the plans (R25). Where nothing is sold it says so, and what is free. */
export function ShoppingScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(t("titles.shopping", { site: name }));
  return (
    <>
      <h1 className="gutter mb-2 flex min-h-14 items-center py-2 font-title text-2xl">
        {t("money.shopping")}
      </h1>
      <Message icon={<Clapperboard aria-hidden className="size-7" />} title={t("money.closedTitle")}>
        <p>{t("money.closedText")}</p>
        <ButtonLink shape="primary" href="/browse/all">
          {t("money.browse")}
        </ButtonLink>
      </Message>
    </>
  );
}
