import type { Billing } from "../records/billing.ts";
import { reasonOf } from "../records/reason.ts";
import { claimSetups, findSetup, type SetupRow, updateSetup } from "../records/setups/repository.ts";
import { chargeAtOnce } from "./charge-at-once.ts";
import { isOver, settleSetup } from "./settle-setup.ts";

const BATCH = 10;
const CLAIM_MS = 120_000;
const minute = 60_000;
/** Pauses between inspections; the last one repeats until the change expires. */
const pausesMs = [minute, 5 * minute, 15 * minute, 60 * minute, 6 * 60 * minute];

/** Returns when a change of method is inspected next: at the latest when it expires. */
export function nextSetupInspection({ inspections, expires_at }: SetupRow, now: Date): Date {
  const pause = pausesMs[Math.min(inspections, pausesMs.length - 1)] ?? minute;
  const next = now.getTime() + pause;
  const end = expires_at.getTime();
  return new Date(now.getTime() < end ? Math.min(next, end) : next);
}

/** Inspects the changes of method that are due, and charges what those that succeeded lead to. Returns how many there were. */
export async function inspectSetups(billing: Billing): Promise<number> {
  const now = billing.clock.now();
  const claim = { now, until: new Date(now.getTime() + CLAIM_MS), limit: BATCH };
  const due = await claimSetups(billing.db, claim);
  for (const row of due) {
    try {
      await (row.state === "succeeded"
        ? chargeAtOnce(billing, row)
        : settleSetup(billing, row.id, "inspection"));
    } catch (error) {
      billing.log.warn(
        { setup: row.id, reason: reasonOf(error) },
        "Change of method could not be inspected; will retry",
      );
    }
    const after = await findSetup(billing.db, row.id);
    if (after && !isOver(after))
      await updateSetup(billing.db, row.id, { next_inspect_at: nextSetupInspection(after, now) });
  }
  return due.length;
}
