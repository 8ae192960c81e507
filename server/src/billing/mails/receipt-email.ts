import type { Email } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import { factsOf } from "../accounting/receipts/facts.ts";
import type { ReceiptContent } from "../records/receipts/content.ts";

/** The addresses that an email about a purchase links to. */
export interface EmailLinks {
  account: string;
  watch: string;
  contact: string;
  /** Where the customer withdraws without signing in; null once the time for it is over. */
  withdraw?: string | null;
  /** Where a guest makes what they bought theirs on every device; null for a member. */
  claim?: string | null;
}

/** Confirms a payment: the amount, the method, the period, the next charge and how to cancel. */
export function receiptEmail(content: ReceiptContent, to: string, links: EmailLinks): Email {
  const { language, renewal } = content;
  const t = messagesIn(language);
  const facts = factsOf(content);
  const [line] = facts.lines;
  const isRenewal = content.order.kind === "renewal";
  return {
    to,
    language,
    subject: t("receiptEmail.subject", { number: content.number }),
    preview: t("receiptEmail.preview", { total: facts.total }),
    paragraphs: [
      isRenewal ? t("receiptEmail.renewed") : t("receiptEmail.thanks"),
      ...(facts.ending ? [facts.ending] : []),
      ...(links.claim ? [t("receiptEmail.claimText")] : []),
    ],
    facts: [
      [t("receipt.number"), content.number],
      [t("receipt.issued"), facts.issued],
      [t("receipt.order"), content.order.number],
      ...facts.lines.map(({ title, amount }): [string, string] => [t("receipt.what"), `${title}, ${amount}`]),
      [t("receipt.tax"), facts.tax],
      [t("receipt.total"), facts.total],
      [t("receipt.paidWith"), facts.paidWith],
      ...(content.period && line ? [[t("receipt.period"), line.detail] as [string, string]] : []),
      ...(facts.nextCharge ? [[t("receipt.nextCharge"), facts.nextCharge] as [string, string]] : []),
    ],
    button: links.claim
      ? { label: t("receiptEmail.claim"), url: links.claim }
      : renewal?.mode === "auto"
        ? { label: t("receiptEmail.cancel"), url: links.account }
        : { label: t("receiptEmail.watch"), url: links.watch },
    ...(links.withdraw ? { links: [{ label: t("receiptEmail.withdraw"), url: links.withdraw }] } : {}),
    small: [
      ...(facts.consent ? [facts.consent] : []),
      t("receiptEmail.keep"),
      `${t("receipt.help")} ${content.seller.email || links.contact}`,
    ],
  };
}
