import type { Db } from "#platform/db/database";
import type { OrderRow } from "../../records/orders/repository.ts";
import {
  findPeriod,
  findSubscription,
  type SubscriptionRow,
} from "../../records/subscriptions/repository.ts";
import { isLive, membershipState } from "../../subscriptions/membership.ts";

/** Returns the live membership whose present period an order paid for. A refund of it can end that membership. */
export async function presentMembership(
  db: Db,
  { id, subscription_id: subscriptionId, period_no: no }: OrderRow,
  now: Date,
): Promise<SubscriptionRow | null> {
  const row = subscriptionId === null ? undefined : await findSubscription(db, subscriptionId);
  if (!row || !isLive(membershipState(row, now))) return null;
  const present = await findPeriod(db, row.id, row.period_no);
  return (no ?? 0) >= row.period_no || present?.order_id === id ? row : null;
}

/** Returns whether a membership is charged or asked for again. */
export function renews({ cancel_at_period_end: cancelled }: SubscriptionRow): boolean {
  return !cancelled;
}
