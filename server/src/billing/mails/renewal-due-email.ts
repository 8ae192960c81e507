import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Asks a member without automatic renewal whether to go on, and says that nothing is charged otherwise. */
export function renewalDueEmail(facts: MembershipFacts, payUrl: string): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, days, end } = facts;
  return emailTo(facts, {
    subject: t("renewalDue.subject", { day: end }),
    preview: t("renewalDue.preview"),
    paragraphs: [
      t("renewalDue.ends", { plan, end }),
      t("renewalDue.goOn", { price, days }),
      t("renewalDue.otherwise"),
    ],
    button: { label: t("renewalDue.label"), url: payUrl },
    small: [t("renewalDue.link")],
  });
}
