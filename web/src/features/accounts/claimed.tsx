import { UserCheck } from "lucide-react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "./card.tsx";
import { withReturn } from "./return-to.ts";
import { SendLink } from "./send-link.tsx";

interface ClaimedProps {
  /** The address of the account that has the purchase. */
  maskedEmail: string;
  returnTo: string;
  /** Whether this site sends mail. */
  mail: boolean;
}

/** Tells the browser that bought as a guest that an account has the purchase by now, with the ways to sign in. */
export function ClaimedCard(props: ClaimedProps) {
  const t = useMessages();
  return (
    <Card heading={t("claimed.heading")} text={t("claimed.text", { email: props.maskedEmail })}>
      <ClaimedActions {...props} />
    </Card>
  );
}

/** Renders the ways to sign in where a purchase was claimed: by password or Facebook, or by the same mail. */
export function ClaimedActions({ maskedEmail, returnTo, mail }: ClaimedProps) {
  const t = useMessages();
  return (
    <div className="space-y-3">
      <ButtonLink shape="primary" href={withReturn("/login", returnTo)} className="w-full">
        {t("login.submit")}
      </ButtonLink>
      {mail ? <SendLink label={t("claimed.send")} maskedEmail={maskedEmail} /> : null}
    </div>
  );
}

/** Says the same in a line, before somebody pays a second time. */
export function ClaimedNote({ returnTo }: { returnTo: string }) {
  const t = useMessages();
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-2 rounded-lg border border-line bg-raised px-4 py-2 text-sm">
      <UserCheck aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere hyphens-auto">{t("claimed.short")}</span>
      <Link
        href={withReturn("/login", returnTo)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t("claimed.here")}
      </Link>
    </p>
  );
}
