import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Says that the card of a membership expires before its next charge, while there is time to change it. */
export function methodExpiresEmail(facts: MembershipFacts): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, methodNote, end } = facts;
  return emailTo(facts, {
    subject: t("methodExpires.subject"),
    preview: t("methodExpires.preview", { day: end }),
    paragraphs: [t("methodExpires.expires", { plan, methodNote, price, end }), t("methodExpires.change")],
    button: { label: t("methodExpires.label"), url: facts.account },
  });
}
