import { LockOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MembersOnly } from "../app/guards.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/unlocked`: the series that a member unlocked (R22, R38). */
export function UnlockedScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(t("titles.unlocked", { site: name }));
  return (
    <MembersOnly>
      {() => (
        <>
          <h1 className="gutter mb-2 flex min-h-14 items-center py-2 font-title text-2xl">
            {t("money.unlocked")}
          </h1>
          <Message icon={<LockOpen aria-hidden className="size-7" />} title={t("money.nothingTitle")}>
            <p>{t("money.nothingText")}</p>
            <ButtonLink shape="primary" href="/browse/all">
              {t("money.browse")}
            </ButtonLink>
          </Message>
        </>
      )}
    </MembersOnly>
  );
}
