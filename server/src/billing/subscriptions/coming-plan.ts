import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import { findPlanRow } from "../records/plans/repository.ts";
import { findPrice, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import type { PendingConsent } from "../records/subscriptions/tables.ts";

/** The plan that an owner chose for the coming period, at the price that they agreed to. */
export interface ComingPlan {
  planId: string;
  name: Texts;
  periodDays: number;
  priceId: string;
  amount: number;
  consent: PendingConsent | null;
}

/** Returns the plan that the owner chose for the coming period; null if it is the present one. */
export async function findComingPlan(db: Db, row: SubscriptionRow): Promise<ComingPlan | null> {
  if (row.pending_plan_id === null) return null;
  const plan = await findPlanRow(db, row.pending_plan_id);
  if (!plan) throw new Error(`Subscription ${row.id} changes to no plan`);
  const price = await findPrice(db, { id: row.id, price_id: row.pending_price_id });
  return {
    planId: plan.id,
    name: plan.name,
    periodDays: plan.period_days,
    priceId: price.id,
    amount: price.amount,
    consent: row.pending_consent,
  };
}
