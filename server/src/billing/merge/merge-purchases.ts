import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listBuyers, lockOrdersOf, movePurchases } from "../records/merge/repository.ts";
import { stopRenewals } from "../records/settlement/repository.ts";
import { isOwnerQuestioned } from "../records/subscriptions/repository.ts";
import { cancelForLeaving } from "../subscriptions/cancel.ts";
import { isLeaving } from "../subscriptions/fulfil.ts";
import { endOverdue, findLiveSubscription } from "../subscriptions/live.ts";

/**
 * Moves what a guest bought or was granted to the member who they turned out to be, in the transaction of the sign-in. Of two live
 * memberships the guest's runs to its end and does not renew; nor does it renew in an account that is to be deleted. Nothing is
 * refunded: a series bought twice is a finding for manual review.
 */
export async function mergePurchases(
  trx: Trx,
  billing: Billing,
  change: { guestId: string; memberId: string },
): Promise<void> {
  await lockOrdersOf(trx, change.guestId);
  // Who bought nothing may have been granted something.
  if ((await listBuyers(trx, [change.guestId])).length === 0) return;
  const own = await findLiveSubscription(trx, change.memberId, billing.clock.now());
  // The scheduler may be late: one that is over by time alone neither stops the guest's nor hides it.
  if (!own) await endOverdue(trx, billing, change.memberId);
  if (own || (await isLeaving(trx, change.memberId))) await cancelForLeaving(trx, billing, change.guestId);
  await movePurchases(trx, change);
  // A bank asks about something that the guest bought: nothing of its owner is charged automatically meanwhile.
  if (await isOwnerQuestioned(trx, { visitor_id: change.memberId })) await stopRenewals(trx, change.memberId);
}
