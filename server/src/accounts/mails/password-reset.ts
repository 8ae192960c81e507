import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import type { Addressee } from "./addressee.ts";

/** Contains the link that sets a new password. */
export function passwordResetEmail({ to, language }: Addressee, url: string): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("passwordReset.subject"),
    preview: t("passwordReset.preview"),
    paragraphs: [t("mail.greeting"), t("passwordReset.asked")],
    button: { label: t("passwordReset.label"), url },
    small: [t("passwordReset.ignore")],
  };
}
