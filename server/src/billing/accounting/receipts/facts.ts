import type { UsedMethod } from "@cliffhanger/contract";
import { longDate } from "#platform/long-date";
import { messagesIn, type Translate } from "#platform/messages";
import { signedDisplay } from "#platform/money";
import type { ReceiptContent } from "../../records/receipts/content.ts";

/** A receipt's content formatted in its language, for the document and the emails. */
export interface ReceiptFacts {
  title: string;
  issued: string;
  lines: { title: string; detail: string; amount: string }[];
  total: string;
  tax: string;
  paidWith: string;
  /** The date and amount of the next automatic charge; null without one. */
  nextCharge: string | null;
  /** What happens at the end of the period, or what a refund leaves to the customer. */
  ending: string | null;
  /** The terms that the customer agreed to before paying. */
  consent: string | null;
}

/** Formats a content in its language. */
export function factsOf(content: ReceiptContent): ReceiptFacts {
  const t = messagesIn(content.language);
  const { renewal, consent, paidWith } = content;
  const amountOf = (amount: number) => signedDisplay(amount, content.currency, content.language);
  const isReceipt = content.kind === "receipt";
  return {
    title: isReceipt ? t("receipt.receipt") : t("receipt.creditNote"),
    issued: longDate(content.issuedAt),
    lines: content.lines.map(({ title, amount }) => ({
      title,
      // What reduces a price has no period of its own.
      detail: amount < 0 ? "" : detailOf(content, t),
      amount: amountOf(amount),
    })),
    total: amountOf(content.total),
    tax:
      content.tax.kind === "none"
        ? t("receipt.noTax")
        : `${content.tax.name}, ${amountOf(content.tax.amount)}`,
    paidWith: paidWith ? methodName(paidWith, t) : "–",
    nextCharge: renewal?.mode === "auto" ? `${longDate(renewal.at)}, ${amountOf(renewal.amount)}` : null,
    ending: endingOf(content, t, amountOf),
    consent: consent && isReceipt ? consentOf(content.order.kind, consent, t) : null,
  };
}

function detailOf({ period, credits }: ReceiptContent, t: Translate): string {
  if (credits) return t("receipt.creditsOf", { receipt: credits.number });
  if (!period) return t("receipt.forGood");
  const { days, start, end } = period;
  return t("receipt.periodOf", { days, start: longDate(start), end: longDate(end) });
}

function endingOf(
  { credits, renewal }: ReceiptContent,
  t: Translate,
  amountOf: (amount: number) => string,
): string | null {
  if (credits?.ends === false && credits.whole) return t("receipt.creditedRuns");
  if (credits?.ends === true && !credits.whole) return t("receipt.creditedEnded");
  if (credits) return credits.whole ? t("receipt.creditedWhole") : t("receipt.creditedPart");
  if (!renewal) return null;
  const date = longDate(renewal.at);
  return renewal.mode === "auto"
    ? t("receipt.renews", { date, amount: amountOf(renewal.amount) })
    : t("receipt.doesNotRenew", { date });
}

function consentOf(
  kind: ReceiptContent["order"]["kind"],
  { at, version }: NonNullable<ReceiptContent["consent"]>,
  t: Translate,
): string {
  const began = kind === "unlock" ? t("receipt.beganUnlock") : t("receipt.beganMembership");
  return `${began} ${t("receipt.agreed", { date: longDate(at), version })}`;
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

const walletNames = { apple_pay: "Apple Pay", google_pay: "Google Pay", link: "Link" } as const;

/** Returns a payment method as its owner knows it. */
export function methodName(method: UsedMethod, t: Translate): string {
  if (method.type === "paypal") return method.email ? `PayPal, ${method.email}` : "PayPal";
  const card = method.last4
    ? t("receipt.cardEnding", { brand: brands[method.brand] ?? method.brand, last4: method.last4 })
    : "";
  if (method.type === "card") return card;
  return [walletNames[method.wallet], card].filter(Boolean).join(", ");
}
