import { parseLanguage } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { moneyOf } from "#platform/money";
import { orderNumberOf } from "../records/order-code.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { WithdrawalRow } from "../records/withdrawals/repository.ts";

/** Confirms a withdrawal: what it is from, when it arrived, and what comes of it. */
export function withdrawalEmail({
  order,
  withdrawal,
  staysUntil,
  to,
  account,
}: {
  order: OrderRow;
  withdrawal: WithdrawalRow;
  /** The end of the running period, if a renewal that was paid ahead was taken back. */
  staysUntil: Date | null;
  to: string;
  account: string;
}): Email {
  const language = parseLanguage(order.language) ?? "en";
  const t = messagesIn(language);
  const number = orderNumberOf(order);
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: "UTC",
  }).format(withdrawal.at);
  const amount = moneyOf(withdrawal.amount, withdrawal.currency, language).display;
  const { outcome } = withdrawal;
  const whole = () => {
    if (staysUntil === null)
      return t(order.kind === "change" ? "withdrawal.wholeChange" : "withdrawal.whole", { amount });
    const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(staysUntil);
    return t("withdrawal.wholeAhead", { amount, date });
  };
  const said = {
    whole,
    part: () => t("withdrawal.part", { amount }),
    none: () => t(order.kind === "unlock" ? "withdrawal.noneUnlock" : "withdrawal.noneMember"),
    review: () => t(order.kind === "unlock" ? "withdrawal.reviewUnlock" : "withdrawal.reviewMember"),
  }[outcome]();
  const isPaid = outcome === "whole" || outcome === "part";
  return {
    to,
    language,
    subject: t("withdrawal.subject", { order: number }),
    preview: t("withdrawal.preview"),
    paragraphs: [
      t("withdrawal.received", { title: textIn(order.title, language), order: number, time }),
      said,
      ...(isPaid ? [t("withdrawal.time")] : []),
    ],
    button: { label: t("withdrawal.button"), url: account },
  };
}
