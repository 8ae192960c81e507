import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import type { Addressee } from "./addressee.ts";

/** Informs the owner of an address of an attempt to register it: only this mail may reveal that an account exists. */
export function addressTakenEmail(
  { to, language }: Addressee,
  urls: { signIn: string; reset: string },
): Email {
  const t = messagesIn(language);
  return {
    to,
    language,
    subject: t("addressTaken.subject"),
    preview: t("addressTaken.preview"),
    paragraphs: [t("mail.greeting"), t("addressTaken.tried"), t("addressTaken.wasYou")],
    button: { label: t("addressTaken.label"), url: urls.signIn },
    small: [`${t("addressTaken.forgotten")} ${urls.reset}`, t("addressTaken.notYou")],
  };
}
