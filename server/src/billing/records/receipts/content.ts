import { createHash } from "node:crypto";
import type { Language, OrderKind, UsedMethod } from "@cliffhanger/contract";

/** The tax of a price, as a receipt states it. Prices include tax. */
export type Tax = { kind: "none" } | { kind: "included"; name: string; ratePercent: number; amount: number };

/** The content of a receipt or credit note, frozen when it is issued. Later renames do not change it. */
export interface ReceiptContent {
  kind: "receipt" | "credit_note";
  number: string;
  /** Times are ISO 8601 in UTC. */
  issuedAt: string;
  language: Language;
  site: string;
  seller: { name: string; address: string; email: string };
  /** Null if the order has no buyer address. */
  buyer: string | null;
  order: { number: string; kind: OrderKind; at: string };
  lines: { title: string; amount: number }[];
  currency: string;
  total: number;
  tax: Tax;
  paidWith: UsedMethod | null;
  /** The billing period that was paid for. */
  period: { start: string; end: string; days: number } | null;
  /** The next charge. `manual`: an email with a payment link is sent, nothing is charged automatically. */
  renewal: { mode: "auto"; at: string; amount: number } | { mode: "manual"; at: string } | null;
  /** What the buyer agreed to before paying. */
  consent: { version: string; at: string } | null;
  /** The receipt that a credit note corrects, and whether in full. */
  credits: {
    number: string;
    refundId: string;
    whole: boolean;
    /** Whether the membership ended with it, where an operator decided that. */
    ends?: boolean;
  } | null;
}

/** Returns the hash of a content, independent of the database's field order. */
export function hashOfContent(content: ReceiptContent): string {
  return createHash("sha256").update(canonical(content)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}
