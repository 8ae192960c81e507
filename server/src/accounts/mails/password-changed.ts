import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import type { Addressee } from "./addressee.ts";

/** Informs the owner that the password was changed, and what to do if it was someone else. */
export function passwordChangedEmail({ to, language }: Addressee, resetUrl: string): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("passwordChanged.subject"),
    preview: t("passwordChanged.preview"),
    paragraphs: [t("mail.greeting"), t("passwordChanged.changed"), t("passwordChanged.notYou")],
    button: { label: t("passwordChanged.label"), url: resetUrl },
  };
}
