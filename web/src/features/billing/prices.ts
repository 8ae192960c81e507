import type { Money, Plan } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

const day = 86_400_000;

// Every choice of a plan formats the price anew; a formatter costs a phone several milliseconds to make.
const formatters = new Map<string, Intl.NumberFormat>();

/** A price as the submit bar shows it: minor units by 100 with two decimals; other currencies as the server says (R103). */
export function barPrice(money: Money, language: Language): string {
  if (money.exponent !== 2) return money.display;
  return formatterOf(language, money.currency).format(money.amount / 100);
}

function formatterOf(language: Language, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const made = new Intl.NumberFormat(language, { style: "currency", currency, ...digits });
  formatters.set(key, made);
  return made;
}

/** When a plan that begins at a moment is charged again. */
export function nextCharge(plan: Pick<Plan, "periodDays">, begins: string | number): Date {
  return new Date(new Date(begins).getTime() + plan.periodDays * day);
}
