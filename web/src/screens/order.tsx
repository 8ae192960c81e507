import { ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/order/result` and `/order/easy` without an order of this person's (R27, R28). */
export function OrderScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(t("titles.order", { site: name }));
  return (
    <Message level="h1" icon={<ReceiptText aria-hidden className="size-7" />} title={t("money.noOrderTitle")}>
      <p>{t("money.noOrderText")}</p>
      <ButtonLink shape="primary" href="/my">
        {t("money.toMe")}
      </ButtonLink>
    </Message>
  );
}
