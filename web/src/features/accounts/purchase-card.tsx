import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "./card.tsx";
import { withReturn } from "./return-to.ts";
import { SendLink } from "./send-link.tsx";

interface PurchaseCardProps {
  /** Where the link of the purchase went. */
  maskedEmail: string;
  returnTo: string;
  /** Whether this site sends mail. */
  mail: boolean;
}

/** Tells a guest who bought that a link makes it theirs on every device, sends it again, and leads to signing in. */
export function PurchaseCard({ maskedEmail, returnTo, mail }: PurchaseCardProps) {
  const t = useMessages();
  return (
    <Card heading={t("guest.heading")} text={t("guest.text", { email: maskedEmail })}>
      <div className="space-y-3">
        {mail ? <SendLink label={t("reset.again")} maskedEmail={maskedEmail} /> : null}
        <ButtonLink shape="quiet" href={withReturn("/login", returnTo)} className="w-full">
          {t("login.submit")}
        </ButtonLink>
      </div>
    </Card>
  );
}
