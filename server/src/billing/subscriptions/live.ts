import type { Db, Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { findRenewalOrder } from "../records/orders/repository.ts";
import { listLiveSubscriptions, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { isInFlight, lockWithOrder } from "./coming-order.ts";
import { endSubscription } from "./end.ts";
import { isLive, membershipState } from "./membership.ts";

/**
 * Returns a visitor's live subscription: while it exists, no other can be bought. One that is over by time
 * alone still counts while a payment for its next period is in flight.
 */
export async function findLiveSubscription(
  db: Db,
  visitorId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const [row] = await listLiveSubscriptions(db, visitorId);
  if (!row || isLive(membershipState(row, now))) return row;
  return isInFlight(await findRenewalOrder(db, row.id, row.period_no + 1)) ? row : undefined;
}

/**
 * Ends subscriptions that are over by time alone before a new one starts: the scheduler may be late. A
 * payment for the next period that still arrives is refunded.
 */
export async function endOverdue(trx: Trx, billing: Billing, visitorId: string): Promise<void> {
  const now = billing.clock.now();
  for (const { id } of await listLiveSubscriptions(trx, visitorId)) {
    const found = await lockWithOrder(trx, id);
    if (!found || !isLive(found.row.state) || isLive(membershipState(found.row, now))) continue;
    await endSubscription(trx, billing, found, { to: "cancelled", cause: "period over" });
  }
}
