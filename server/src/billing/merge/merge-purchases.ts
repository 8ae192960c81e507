import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listBuyers, lockOrdersOf, movePurchases } from "../records/merge/repository.ts";
import { listLiveSubscriptions } from "../records/subscriptions/repository.ts";
import { cancelForLeaving } from "../subscriptions/cancel.ts";
import { isLeaving } from "../subscriptions/fulfil.ts";

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
  const [own] = await listLiveSubscriptions(trx, change.memberId);
  if (own || (await isLeaving(trx, change.memberId))) await cancelForLeaving(trx, billing, change.guestId);
  await movePurchases(trx, change);
}
