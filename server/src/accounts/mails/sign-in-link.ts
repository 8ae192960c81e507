import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";

/** Contains the link that signs in. */
export function signInLinkEmail({ to, language }: { to: string; language: Language }, url: string): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("signInLink.subject"),
    preview: t("signInLink.preview"),
    paragraphs: [t("mail.greeting"), t("signInLink.asked")],
    button: { label: t("signInLink.label"), url },
    small: [t("signInLink.ignore")],
  };
}
