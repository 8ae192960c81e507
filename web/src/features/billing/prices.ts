import type { Money, Plan } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

const day = 86_400_000;

/** A price as the submit bar shows it: minor units by 100 with two decimals; other currencies as the server says (R103). */
export function barPrice(money: Money, language: Language): string {
  if (money.exponent !== 2) return money.display;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: money.currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(money.amount / 100);
}

/** When a plan that begins at a moment is charged again. */
export function nextCharge(plan: Pick<Plan, "periodDays">, begins: string | number): Date {
  return new Date(new Date(begins).getTime() + plan.periodDays * day);
}
