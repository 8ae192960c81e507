import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { emailTo, type MembershipFacts } from "./subscription-facts.ts";

/** Confirms that a membership will not renew: until when it lasts and how to undo the cancellation, or that it has ended. */
export function cancelledEmail(facts: MembershipFacts): Email {
  const t = messagesIn(facts.to.language);
  const { plan, price, end, standing } = facts;
  const first = {
    running: () => t("cancelled.runs", { plan, end }),
    "under way": () => t("cancelled.underWay", { plan, price }),
    ended: () => t("cancelled.ended", { plan }),
  }[standing]();
  const ended = standing === "ended";
  return emailTo(facts, {
    subject: t("cancelled.subject"),
    preview: t("cancelled.preview"),
    paragraphs: [first, ended ? t("cancelled.comeBack") : t("cancelled.undo")],
    button: ended
      ? { label: t("cancelled.plans"), url: facts.plans }
      : { label: t("cancelled.keep"), url: facts.account },
    small: [t("cancelled.notYou")],
  });
}
