import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that a stored payment method no longer works, as soon as the gateway reports it and before the next charge. */
export function methodDiedEmail(facts: MembershipFacts): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, methodNote, end } = facts;
  return emailTo(facts, {
    subject: t("methodDied.subject"),
    preview: t("methodDied.preview", { day: end }),
    paragraphs: [t("methodDied.died", { plan, methodNote }), t("methodDied.later", { end, price })],
    button: { label: t("methodDied.label"), url: facts.account },
  });
}
