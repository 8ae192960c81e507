import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that a membership ended because its renewal was never paid, and that lists and unlocked series stay. */
export function expiredEmail(facts: MembershipFacts): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan } = facts;
  return emailTo(facts, {
    subject: t("expired.subject"),
    preview: t("expired.preview"),
    paragraphs: [t("expired.ended", { price, plan }), t("expired.stays")],
    button: { label: t("expired.label"), url: facts.plans },
  });
}
