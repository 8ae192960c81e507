import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { type SubscriptionRow, updateSubscription } from "../records/subscriptions/repository.ts";
import { extendGrace, openGrace } from "../subscriptions/grace.ts";
import { isLive } from "../subscriptions/membership.ts";
import { day, later } from "../subscriptions/period.ts";

/** How soon a held renewal is looked at again. */
const WAIT_MS = 60_000;
/** Access that is about to end continues by this much. */
const EXTENSION_MS = day;

/**
 * Holds a due renewal after a restore: it may have been paid after the backup, so nothing is charged and nothing ends. Until
 * the gateways' events are settled, whoever would be charged keeps access.
 */
export async function holdRenewal(trx: Trx, billing: Billing, row: SubscriptionRow): Promise<void> {
  const again = later(billing.clock.now(), WAIT_MS);
  if (isLive(row.state) && row.renewal_mode === "auto" && !row.cancel_at_period_end) {
    const open = row.grace_until ? row : await openGrace(trx, billing, row);
    if (open.grace_until !== null && open.grace_until <= again)
      await extendGrace(trx, billing, open, { until: later(again, EXTENSION_MS), cause: "restored" });
  }
  await updateSubscription(trx, row.id, { next_action_at: again });
}
