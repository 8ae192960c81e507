import type { Money, Plan, PlanChange, Subscription } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

const DAY_MS = 86_400_000;

// Each choice of a plan formats the price, and creating a formatter costs a phone several milliseconds.
const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats a price for the submit bar: minor units by 100 with two decimals; other currencies as the server formats
 * them (R103).
 */
export function barPrice(money: Money, language: Language): string {
  if (money.exponent !== 2) return money.display;
  return formatterOf(language, money.currency).format(money.amount / 100);
}

function formatterOf(language: Language, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const created = new Intl.NumberFormat(language, { style: "currency", currency, ...digits });
  formatters.set(key, created);
  return created;
}

/** Returns when a plan that begins at this time is charged again. */
export function nextCharge(plan: Pick<Plan, "periodDays">, begins: string | number): Date {
  return new Date(new Date(begins).getTime() + plan.periodDays * DAY_MS);
}

/** Returns what the coming charge of a membership comes to. */
export function nextPrice({ plan, pendingPlan, nextCharge }: Subscription): Money {
  return nextCharge ?? pendingPlan?.price ?? plan.price;
}

/**
 * Returns the message that says when a change of plan begins and what counts for it. A plan that came back when a change was
 * undone, or whose money went back, counts nothing.
 */
export function changeText({ kind, credit }: Pick<PlanChange, "kind" | "credit">) {
  if (kind === "atEnd") return "membership.changeEndText";
  return credit.amount > 0 ? "membership.changeNowText" : "membership.changeNowWhole";
}
