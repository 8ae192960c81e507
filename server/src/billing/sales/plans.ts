import type { Language, Plan } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { messagesIn } from "#platform/messages";
import { moneyOf, perDayOf } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { listPricedPlans, type PlanRow } from "../records/plans/repository.ts";
import { mostChosenPlan } from "./most-chosen.ts";
import { waysToPay } from "./sales.ts";

/** A price as the wire's plan needs it. */
export interface PlanPrice {
  amount: number;
  currency: string;
}

/** A plan at a price, in words of the language. Somebody's own plan keeps its price when it is no longer sold. */
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
    perDay: moneyOf(perDayOf(amount, periodDays), currency, language),
    periodDays,
    trialDays: 0,
    badge,
  };
}

/** The plans on sale in a currency, in their order. Without a gateway that takes its price none is. */
export async function listPlans(billing: Billing, language: Language, currency: string): Promise<Plan[]> {
  const rows = await listPricedPlans(billing.db, currency);
  const sold = rows.filter(({ amount }) => waysToPay(billing, amount, currency).length > 0);
  // Of one plan alone it says nothing.
  const favourite = sold.length > 1 ? await mostChosenPlan(billing) : null;
  const badge = messagesIn(language)("sales.mostChosen");
  return sold.map((row) => planOf(row, row, language, row.id === favourite ? badge : null));
}
