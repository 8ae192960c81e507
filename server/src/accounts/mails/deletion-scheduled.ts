import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { type Addressee, greetings } from "./addressee.ts";

/** States when the account will be deleted, and how to keep it. */
export function deletionScheduledEmail(
  { to, language }: Addressee,
  deletesAt: Date,
  accountUrl: string,
): Email {
  const t = messagesIn(language);
  const day = longDate.format(deletesAt);
  return {
    to,
    language,
    subject: t("deletionScheduled.subject", { day }),
    preview: t("deletionScheduled.preview"),
    paragraphs: [greetings[language], t("deletionScheduled.gone", { day }), t("deletionScheduled.keep")],
    button: { label: t("deletionScheduled.label"), url: accountUrl },
    small: [t("deletionScheduled.notYou")],
  };
}

// In English in every language, like every date of the product (R96).
const longDate = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
