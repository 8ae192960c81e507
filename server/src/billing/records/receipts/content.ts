import { createHash } from "node:crypto";
import type { Language, OrderKind, UsedMethod } from "@cliffhanger/contract";

/** The tax in a price, as a receipt states it. Prices contain it. */
export type Tax = { kind: "none" } | { kind: "included"; name: string; ratePercent: number; amount: number };

/** What a receipt or a credit note says, frozen when it is issued: whatever is renamed later, this stays as it was told. */
export interface ReceiptContent {
  kind: "receipt" | "credit_note";
  number: string;
  /** Moments are ISO 8601 in UTC. */
  issuedAt: string;
  language: Language;
  site: string;
  seller: { name: string; address: string; email: string };
  /** Null where the order knows none. */
  buyer: string | null;
  order: { number: string; kind: OrderKind; at: string };
  lines: { title: string; amount: number }[];
  currency: string;
  total: number;
  tax: Tax;
  paidWith: UsedMethod | null;
  /** The period of membership that was paid for. */
  period: { start: string; end: string; days: number } | null;
  /** What is charged next and when. Manual: a mail with a link comes then, nothing is charged by itself. */
  renewal: { mode: "auto"; at: string; amount: number } | { mode: "manual"; at: string } | null;
  /** What the buyer agreed to before paying. */
  consent: { version: string; at: string } | null;
  /** The receipt that a credit note takes back, and whether that was all of it. */
  credits: { number: string; refundId: string; whole: boolean } | null;
}

/** The fingerprint of a content: the same however the database orders its fields. */
export function hashOfContent(content: ReceiptContent): string {
  return createHash("sha256").update(canonical(content)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}
