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

/** A subscription with the order of its coming period, once there is one. */
export interface WithOrder {
  row: SubscriptionRow;
  order: OrderRow | undefined;
}

/** Locks a subscription after the order of its coming period, as whoever settles that order does. */
export async function lockWithOrder(trx: Trx, id: string): Promise<WithOrder | undefined> {
  for (;;) {
    const seen = await findSubscription(trx, id);
    if (!seen) return undefined;
    const order = await lockRenewalOrder(trx, id, seen.period_no + 1);
    const row = await lockSubscription(trx, id);
    if (!row) return undefined;
    // Paid in the meantime, or opened: what is locked is of the past.
    if (row.period_no !== seen.period_no) continue;
    return { row, order: order ?? (await lockRenewalOrder(trx, id, row.period_no + 1)) };
  }
}

/** Whether an order may yet turn out to be paid without anybody doing anything. */
export function isInFlight(order: OrderRow | undefined): boolean {
  return order?.state === "processing" || order?.state === "review";
}
