import type { Db, Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { findRenewalOrder } from "../records/orders/repository.ts";
import { listLiveSubscriptions, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { isInFlight, lockWithOrder } from "./coming-order.ts";
import { endSubscription } from "./end.ts";
import { isLive, membershipState } from "./membership.ts";

/**
 * The membership of a visitor that lives: while it does, another cannot be bought. One that is over by the time alone does
 * so, unless the money for its next period is on its way.
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
 * Ends what is over by the time alone, before something new begins: the scheduler may not have come by yet. Should money for
 * its next period still come, it goes back.
 */
export async function endOverdue(trx: Trx, billing: Billing, visitorId: string): Promise<void> {
  const now = billing.clock.now();
  for (const { id } of await listLiveSubscriptions(trx, visitorId)) {
    const found = await lockWithOrder(trx, id);
    if (!found || !isLive(found.row.state) || isLive(membershipState(found.row, now))) continue;
    await endSubscription(trx, billing, found, { to: "cancelled", cause: "period over" });
  }
}
