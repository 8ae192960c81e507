import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that a renewal was declined, what happens next and when, and how to pay by hand. */
export function renewalFailedEmail(facts: MembershipFacts, payUrl: string): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, methodNote, openUntil, nextTry } = facts;
  return emailTo(facts, {
    subject: t("renewalFailed.subject"),
    preview: t("renewalFailed.preview", { until: openUntil }),
    paragraphs: [
      t("renewalFailed.failed", { price, plan, methodNote, openUntil }),
      nextTry === null ? t("renewalFailed.once") : t("renewalFailed.again", { next: nextTry }),
    ],
    button: { label: t("renewalFailed.label"), url: payUrl },
    small: [t("renewalFailed.stop")],
  });
}
