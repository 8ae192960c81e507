import { ReceiptText } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";

/** Renders an order page whose order does not exist for this user (R27, R28). */
export function NoOrder({ children }: { children?: React.ReactNode }) {
  const t = useMessages();
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
