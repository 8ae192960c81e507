import { ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";

/** An order's page without an order of this person's (R27, R28). */
export function NoOrder({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <Message level="h1" icon={<ReceiptText aria-hidden className="size-7" />} title={t("money.noOrderTitle")}>
      <p>{t("money.noOrderText")}</p>
      {children ?? (
        <ButtonLink shape="primary" href="/my">
          {t("money.toMe")}
        </ButtonLink>
      )}
    </Message>
  );
}
