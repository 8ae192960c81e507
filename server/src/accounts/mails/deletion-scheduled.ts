import { longDate } from "#platform/long-date";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import type { Addressee } from "./addressee.ts";

/** States when the account will be deleted, and how to keep it. */
export function deletionScheduledEmail(
  { to, language }: Addressee,
  deletesAt: Date,
  accountUrl: string,
): Email {
  const t = messagesIn(language);
  const day = longDate(deletesAt);
  return {
    to,
    language,
    subject: t("deletionScheduled.subject", { day }),
    preview: t("deletionScheduled.preview"),
    paragraphs: [t("mail.greeting"), t("deletionScheduled.gone", { day }), t("deletionScheduled.keep")],
    button: { label: t("deletionScheduled.label"), url: accountUrl },
    small: [t("deletionScheduled.notYou")],
  };
}
