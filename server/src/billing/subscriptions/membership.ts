import type { Language, Membership } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { findNewestSubscription, type SubscriptionRow } from "../records/subscriptions/repository.ts";

/** What R46 asks of a subscription. */
export type Standing = Pick<
  SubscriptionRow,
  "state" | "period_end" | "cancel_at_period_end" | "renewal_mode" | "grace_until"
>;

/**
 * Where a membership stands at a moment (R46), by what is stored and the time alone: also in the seconds until the end of a
 * period is dealt with. Nobody's is `free`.
 */
export function membershipState(row: Standing | undefined, now: Date): Membership["state"] {
  if (!row) return "free";
  if (row.state === "cancelled" || row.state === "expired" || row.state === "past_due") return row.state;
  if (now < row.period_end) return row.state;
  // Also of one that was cancelled while its charge was on its way: what becomes of that decides.
  if (row.grace_until) return now < row.grace_until ? "active" : "past_due";
  return row.cancel_at_period_end || row.renewal_mode === "manual" ? "cancelled" : "past_due";
}

/** Whether a membership in this state lives: another cannot be bought beside it. */
export function isLive(state: Membership["state"]): boolean {
  return state === "trialing" || state === "active" || state === "past_due";
}

/** What a person has paid for, in short: the membership that lives, else the one they had last; its plan in a language. */
export async function membershipOf(
  db: Db,
  visitorId: string,
  language: Language,
  now: Date,
): Promise<Membership> {
  const row = await findNewestSubscription(db, visitorId);
  if (!row) return free;
  return {
    state: membershipState(row, now),
    planId: row.plan_id,
    planName: textIn(row.plan_name, language),
    renewsAt: row.period_end.toISOString(),
    periodDays: row.period_days,
    cancelAtPeriodEnd: row.cancel_at_period_end,
  };
}

/** {@link membershipOf} as the accounts ask it. */
export function membershipReader({
  clock,
}: {
  clock: Clock;
}): (db: Db, visitorId: string, language: Language) => Promise<Membership> {
  return (db, visitorId, language) => membershipOf(db, visitorId, language, clock.now());
}

const free: Membership = {
  state: "free",
  planId: null,
  planName: null,
  renewsAt: null,
  periodDays: null,
  cancelAtPeriodEnd: false,
};
