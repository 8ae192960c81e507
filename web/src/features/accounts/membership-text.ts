import type { Membership } from "@cliffhanger/contract";
import { formatDate } from "../../lib/format.ts";
import type { MessageId } from "../../lib/messages.ts";

/** A membership as the interface shows it (R46). */
export interface MembershipText {
  /** Whether it unlocks the episodes now. */
  live: boolean;
  /** Whether it ends unless the member acts. */
  needsAction: boolean;
  /** Null without a plan: the interface then shows "Free Plan". */
  plan: string | null;
  text: MessageId;
  values: { date: string; count: number };
}

/** Returns whether a membership unlocks the episodes now: on trial, paid, or in its grace period. */
export function isLive({ state }: Membership): boolean {
  return state === "trialing" || state === "active" || state === "past_due";
}

/**
 * Returns the text of a membership: its state, when it renews or ends (R41, R96), and its billing period.
 * @param manual whether it is never charged automatically
 */
export function describeMembership(membership: Membership, manual = false): MembershipText {
  const { state, planName, renewsAt, periodDays, cancelAtPeriodEnd } = membership;
  const live = isLive(membership);
  const over = state === "cancelled" || state === "expired";
  return {
    live,
    needsAction: state === "past_due" || state === "expired" || (live && cancelAtPeriodEnd),
    plan: live || over ? planName : null,
    text: textOf(membership, manual),
    values: { date: renewsAt ? formatDate(renewsAt) : "", count: periodDays ?? 0 },
  };
}

function textOf({ state, renewsAt, periodDays, cancelAtPeriodEnd }: Membership, manual: boolean): MessageId {
  switch (state) {
    case "free":
      return "plan.text.free";
    case "expired":
      return "plan.text.expired";
    case "cancelled":
      return renewsAt ? "plan.text.endedOn" : "plan.text.ended";
    case "past_due":
      return renewsAt ? "plan.text.pastDueOn" : "plan.text.pastDue";
    case "trialing":
    case "active":
      if (!renewsAt) return "plan.text.active";
      if (cancelAtPeriodEnd) return state === "trialing" ? "plan.text.trialEndsOn" : "plan.text.endsOn";
      if (manual) return "plan.text.manualUntil";
      if (!periodDays) return "plan.text.renewsOn";
      return state === "trialing" ? "plan.text.trial" : "plan.text.renews";
  }
}
