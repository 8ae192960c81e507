import type { Language } from "@cliffhanger/contract";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";

interface To {
  to: string;
  language: Language;
}

/** Asks the new mailbox to confirm that it is the person's. */
export function addressNewEmail({ to, language }: To, url: string): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("addressNew.subject"),
    preview: t("addressNew.preview"),
    paragraphs: [t("mail.greeting"), t("addressNew.asked")],
    button: { label: t("addressNew.label"), url },
    small: [t("addressNew.ignore")],
  };
}

/** Tells the old mailbox, which can keep the address. */
export function addressOldEmail({ to, language }: To, url: string): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("addressOld.subject"),
    preview: t("addressOld.preview"),
    paragraphs: [t("mail.greeting"), t("addressOld.asked"), t("addressOld.nothing")],
    button: { label: t("addressOld.label"), url },
  };
}
