import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that a payment method will not be charged again, and how to choose another one. */
export function methodRefusedEmail(facts: MembershipFacts, payUrl: string): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, methodNote, openUntil } = facts;
  return emailTo(facts, {
    subject: t("methodRefused.subject"),
    preview: t("methodRefused.preview", { day: openUntil }),
    paragraphs: [
      t("methodRefused.refused", { price, plan, methodNote }),
      t("methodRefused.until", { day: openUntil }),
    ],
    button: { label: t("methodRefused.label"), url: payUrl },
    small: [t("methodRefused.link")],
  });
}
