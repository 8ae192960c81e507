import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { factsOf } from "../accounting/receipts/facts.ts";
import type { ReceiptContent } from "../records/receipts/content.ts";
import type { EmailLinks } from "./receipt-email.ts";

/** Announces a refund: how much, to which method, how long it takes, and what the customer keeps. */
export function refundEmail(content: ReceiptContent, to: string, links: EmailLinks): Email {
  const { language, credits } = content;
  const t = messagesIn(language);
  const facts = factsOf(content);
  return {
    to,
    language,
    subject: t("refund.subject", { total: facts.total }),
    preview: t("refund.preview"),
    paragraphs: [
      t("refund.sent", { total: facts.total, order: content.order.number }),
      t("refund.days"),
      ...(facts.ending ? [facts.ending] : []),
    ],
    facts: [
      [t("receipt.creditNote"), content.number],
      [t("receipt.issued"), facts.issued],
      [t("receipt.receipt"), credits?.number ?? "–"],
      [t("receipt.order"), content.order.number],
      ...facts.lines.map(({ title, amount }): [string, string] => [t("receipt.what"), `${title}, ${amount}`]),
      [t("receipt.tax"), facts.tax],
      [t("receipt.refunded"), facts.total],
      [t("receipt.paidBack"), facts.paidWith],
    ],
    button: { label: t("refund.button"), url: links.account },
    small: [`${t("receipt.help")} ${content.seller.email || links.contact}`],
  };
}
