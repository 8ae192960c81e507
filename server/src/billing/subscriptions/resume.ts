import type { Db } from "#platform/db/database";
import { hasReturnedPayment, type SubscriptionRow } from "../records/subscriptions/repository.ts";

/**
 * Returns the plan that the owner of an ended membership is offered again first; null if it ended because its money
 * went back.
 */
export async function resumablePlan(db: Db, row: SubscriptionRow): Promise<string | null> {
  return (await hasReturnedPayment(db, row)) ? null : row.plan_id;
}
