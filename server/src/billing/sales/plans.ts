import type { Language, Plan } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { messagesIn } from "#platform/messages";
import { moneyOf, pricePerUnit } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import type { PlanRow } from "../records/plans/repository.ts";
import { listPricedPlans } from "../records/prices/repository.ts";
import { mostChosenPlan } from "./most-chosen.ts";
import { methodsFor } from "./sales.ts";

/** The price of a plan in the API. */
export interface PlanPrice {
  amount: number;
  currency: string;
}

/** Returns a plan at a price, in a language. A member's plan keeps its price when it is no longer sold. */
export function planOf(
  row: Pick<PlanRow, "id" | "name" | "description" | "period_days">,
  { amount, currency }: PlanPrice,
  language: Language,
  badge: string | null = null,
): Plan {
  const periodDays = row.period_days;
  return {
    id: row.id,
    name: textIn(row.name, language),
    description: textIn(row.description, language),
    price: moneyOf(amount, currency, language),
    perDay: moneyOf(pricePerUnit(amount, periodDays), currency, language),
    periodDays,
    trialDays: 0,
    badge,
  };
}

/** Returns the plans on sale in a currency, in display order. A plan whose price no gateway accepts is left out. */
export async function listPlans(billing: Billing, language: Language, currency: string): Promise<Plan[]> {
  const rows = await listPricedPlans(billing.db, currency, billing.clock.now());
  const sold = rows.filter(({ amount }) => methodsFor(billing, amount, currency).length > 0);
  // With a single plan the badge says nothing.
  const favourite = sold.length > 1 ? await mostChosenPlan(billing) : null;
  const badge = messagesIn(language)("sales.mostChosen");
  return sold.map((row) => planOf(row, row, language, row.id === favourite ? badge : null));
}
