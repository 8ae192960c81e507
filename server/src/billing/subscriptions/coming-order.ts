import type { Trx } from "#platform/db/database";
import {
  findSubscription,
  lockRenewalOrder,
  lockSubscription,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import type { BillingTables } from "../records/tables.ts";

/** An order as stored. */
export type OrderRow = BillingTables["purchase_order"];

/** A subscription with the order of its coming period, if that exists. */
export interface WithOrder {
  row: SubscriptionRow;
  order: OrderRow | undefined;
}

/**
 * Locks the order of a subscription's coming period, then the subscription: the order of locks that
 * settlement uses. The reverse would deadlock.
 */
export async function lockWithOrder(trx: Trx, id: string): Promise<WithOrder | undefined> {
  for (;;) {
    const seen = await findSubscription(trx, id);
    if (!seen) return undefined;
    const order = await lockRenewalOrder(trx, id, seen.period_no + 1);
    const row = await lockSubscription(trx, id);
    if (!row) return undefined;
    // Renewed in the meantime: the locked order belongs to a past period.
    if (row.period_no !== seen.period_no) continue;
    return { row, order: order ?? (await lockRenewalOrder(trx, id, row.period_no + 1)) };
  }
}

/** Returns whether an order may still become paid without further action. */
export function isInFlight(order: OrderRow | undefined): boolean {
  return order?.state === "processing" || order?.state === "review";
}
