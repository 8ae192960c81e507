import type { SubscriptionState } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { logChange } from "../records/log.ts";
import { type SubscriptionRow, updateSubscription } from "../records/subscriptions/repository.ts";
import { comingStart, graceLeadMs, later, NO_MORE_ATTEMPTS, nextAttempt } from "./period.ts";

/**
 * The allowed transitions of a subscription. An ended one stays ended: a returning member starts a new one.
 */
export const subscriptionTransitions: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  trialing: ["active", "cancelled", "expired"],
  active: ["past_due", "cancelled"],
  past_due: ["active", "cancelled", "expired"],
  expired: [],
  cancelled: [],
};

/** Returns when the scheduler must handle a subscription next; null: never. */
export function nextActionAt(row: SubscriptionRow, now: Date): Date | null {
  if (row.state === "cancelled" || row.state === "expired") return null;
  if (row.state === "past_due") return nextDunningAt(row, now) ?? row.grace_until;
  if (row.cancel_at_period_end || row.renewal_mode === "manual") return row.period_end;
  return row.grace_until ? comingStart(row) : later(row.period_end, -graceLeadMs);
}

/** Returns when a declined charge is attempted next; null if no attempt is left. */
export function nextDunningAt(row: SubscriptionRow, now: Date): Date | null {
  if (row.dunning_step >= NO_MORE_ATTEMPTS || row.grace_until === null) return null;
  return nextAttempt(row.dunning_from ?? comingStart(row), row.grace_until, now);
}

/**
 * Updates a locked subscription and schedules its next action. Logs a state change with its cause. Throws on
 * a forbidden transition, before anything is written.
 */
export async function change(
  trx: Trx,
  billing: Pick<Billing, "clock">,
  row: SubscriptionRow,
  { changes, cause }: { changes: Partial<SubscriptionRow>; cause: string },
): Promise<SubscriptionRow> {
  const after = { ...row, ...changes };
  const next_action_at = nextActionAt(after, billing.clock.now());
  if (after.state !== row.state && !subscriptionTransitions[row.state].includes(after.state)) {
    throw new Error(`A subscription never goes from ${row.state} to ${after.state}`);
  }
  await updateSubscription(trx, row.id, { ...changes, next_action_at });
  if (after.state !== row.state || changes.cancel_at_period_end !== undefined) {
    const detail = { cancelAtPeriodEnd: after.cancel_at_period_end };
    await logChange(trx, billing, {
      subject: "subscription",
      subjectId: row.id,
      from: row.state,
      to: after.state,
      cause,
      detail,
    });
  }
  return { ...after, next_action_at };
}
