import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Announces a charge, and says how to prevent it. */
export function renewalReminderEmail(facts: MembershipFacts): Email {
  const t = messagesIn(facts.to.language);
  const { price, plan, days, methodNote, end } = facts;
  return emailTo(facts, {
    subject: t("renewalReminder.subject", { day: end }),
    preview: t("renewalReminder.preview", { price }),
    paragraphs: [
      t("renewalReminder.renews", { end, plan, days, price, methodNote }),
      t("renewalReminder.stop"),
    ],
    button: { label: t("renewalReminder.label"), url: facts.account },
  });
}
