import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that a bank requires the card's owner to confirm a renewal. */
export function confirmCardEmail(facts: MembershipFacts, payUrl: string): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, methodNote, openUntil } = facts;
  return emailTo(facts, {
    subject: t("confirmCard.subject"),
    preview: t("confirmCard.preview"),
    paragraphs: [
      t("confirmCard.asks", { price, plan, methodNote }),
      t("confirmCard.until", { day: openUntil }),
    ],
    button: { label: t("confirmCard.label"), url: payUrl },
    small: [t("confirmCard.link")],
  });
}
