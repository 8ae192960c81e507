import type { Language, Membership } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { findNewestSummary, type SubscriptionRow } from "../records/subscriptions/repository.ts";

/** The columns that determine the state of a membership (R46). */
export type MembershipColumns = Pick<
  SubscriptionRow,
  "state" | "period_end" | "cancel_at_period_end" | "renewal_mode" | "grace_until"
>;

/**
 * Returns the state of a membership at a given time (R46), from stored data and time alone: it is right even
 * before the scheduler handles the end of a period. Without a subscription it is `free`.
 */
export function membershipState(row: MembershipColumns | undefined, now: Date): Membership["state"] {
  if (!row) return "free";
  if (row.state === "cancelled" || row.state === "expired" || row.state === "past_due") return row.state;
  if (now < row.period_end) return row.state;
  // Includes one cancelled while its charge was in flight: the outcome decides.
  if (row.grace_until) return now < row.grace_until ? "active" : "past_due";
  return row.cancel_at_period_end || row.renewal_mode === "manual" ? "cancelled" : "past_due";
}

/** Returns whether a membership in this state is live: no other can be bought. */
export function isLive(state: Membership["state"]): boolean {
  return state === "trialing" || state === "active" || state === "past_due";
}

/**
 * Returns a summary of a visitor's live subscription, otherwise the most recent one, with the plan's name in
 * a language.
 */
export async function membershipOf(
  db: Db,
  visitorId: string,
  language: Language,
  now: Date,
): Promise<Membership> {
  const row = await findNewestSummary(db, visitorId);
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

/** Returns {@link membershipOf} bound to a clock, for the accounts domain. */
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
