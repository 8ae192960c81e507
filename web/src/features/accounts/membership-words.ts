import type { Membership } from "@cliffhanger/contract";
import { formatDate } from "../../lib/format.ts";
import type { MessageId } from "../../lib/messages.ts";

/** A membership as its owner reads it (R46). */
export interface MembershipWords {
  /** Whether it opens the episodes now. */
  live: boolean;
  /** Whether its owner should do something, or else it ends. */
  worry: boolean;
  /** Null where there is no plan: "Free Plan" stands there. */
  plan: string | null;
  text: MessageId;
  values: { date: string; count: number };
}

/** Whether a membership opens the episodes now: on trial, paid, or given time to pay. */
export function isLive({ state }: Membership): boolean {
  return state === "trialing" || state === "active" || state === "past_due";
}

/**
 * Puts a membership into words: what it is, when it renews or ends (R41, R96), and in which rhythm.
 * @param manual it is never charged by itself
 */
export function membershipWords(membership: Membership, manual = false): MembershipWords {
  const { state, planName, renewsAt, periodDays, cancelAtPeriodEnd } = membership;
  const live = isLive(membership);
  const over = state === "cancelled" || state === "expired";
  return {
    live,
    worry: state === "past_due" || state === "expired" || (live && cancelAtPeriodEnd),
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
