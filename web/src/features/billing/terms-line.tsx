import type { Money } from "@cliffhanger/contract";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { nextCharge } from "./prices.ts";
import type { NewMethod } from "./selection.ts";

interface TermsLineProps {
  /** What is charged once, or for each further period. */
  price: Pick<Money, "display">;
  /** The days of a billing period; null for a one-time payment. */
  periodDays: number | null;
  /** `any`: above several ways to pay. */
  method: NewMethod | "any";
  /** When the membership begins: its next charge is counted from there. */
  begins: string | number;
}

/**
 * Renders what renews when, for how much and by which method, and how it ends (R7): next to every button that costs
 * money.
 */
export function TermsLine({ price: { display: price }, periodDays, method, begins }: TermsLineProps) {
  const t = useMessages();
  if (periodDays === null) return t(`offer.once.${method}`, { price });
  const date = formatDate(nextCharge({ periodDays }, begins));
  return t(`offer.renews.${method}`, { price, date, count: periodDays });
}
