import type { UsedMethod } from "@cliffhanger/contract";
import { moneyOf } from "#platform/money";
import type { ReceiptContent } from "../../records/receipts/content.ts";
import { longDate, type ReceiptWords, receiptWords } from "./words.ts";

/** A receipt's content in words, as the document and the mails tell it. */
export interface ReceiptFacts {
  words: ReceiptWords;
  title: string;
  issued: string;
  lines: { title: string; detail: string; amount: string }[];
  total: string;
  tax: string;
  paidWith: string;
  /** When the next charge comes and what it is; null where none comes by itself. */
  nextCharge: string | null;
  /** What happens at the end of the period, or what became of what was bought. */
  ending: string | null;
  /** What was agreed to before paying. */
  consent: string | null;
}

/** Says a content in its own language. */
export function factsOf(content: ReceiptContent): ReceiptFacts {
  const words = receiptWords[content.language];
  const { renewal, credits, consent, paidWith } = content;
  const amountOf = (amount: number) => moneyOf(amount, content.currency, content.language).display;
  const isReceipt = content.kind === "receipt";
  const began = content.order.kind === "unlock" ? words.beganUnlock : words.beganMembership;
  return {
    words,
    title: isReceipt ? words.receipt : words.creditNote,
    issued: longDate(content.issuedAt),
    lines: content.lines.map(({ title, amount }) => ({
      title,
      detail: detailOf(content, words),
      amount: amountOf(amount),
    })),
    total: amountOf(content.total),
    tax: content.tax.kind === "none" ? words.noTax : `${content.tax.name}, ${amountOf(content.tax.amount)}`,
    paidWith: paidWith ? methodName(paidWith, words) : "–",
    nextCharge: renewal?.mode === "auto" ? `${longDate(renewal.at)}, ${amountOf(renewal.amount)}` : null,
    ending: credits
      ? credits.whole
        ? words.creditedWhole
        : words.creditedPart
      : renewal && renewalSentence(renewal, words, amountOf),
    consent: consent && isReceipt ? `${began} ${words.agreed(longDate(consent.at), consent.version)}` : null,
  };
}

function detailOf({ period, credits }: ReceiptContent, words: ReceiptWords): string {
  if (credits) return words.creditsOf(credits.number);
  if (period) return words.periodOf(period.days, longDate(period.start), longDate(period.end));
  return words.forGood;
}

function renewalSentence(
  renewal: NonNullable<ReceiptContent["renewal"]>,
  words: ReceiptWords,
  amountOf: (amount: number) => string,
): string {
  const date = longDate(renewal.at);
  return renewal.mode === "auto" ? words.renews(date, amountOf(renewal.amount)) : words.doesNotRenew(date);
}

const brands: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** A way to pay as its owner knows it. */
export function methodName(method: UsedMethod, words: ReceiptWords): string {
  if (method.type === "paypal") return method.email ? `PayPal, ${method.email}` : "PayPal";
  return words.cardEnding(brands[method.brand] ?? method.brand, method.last4);
}
