import type { Reason } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { chargeStep } from "../records/gateway-amounts.ts";
import { findOpenChange, findRenewalOrder } from "../records/orders/repository.ts";
import { listPricedPlans, type PricedPlan } from "../records/prices/repository.ts";
import { isOwnerQuestioned, type SubscriptionRow } from "../records/subscriptions/repository.ts";
import { type ChangeAmounts, chargeForChange, unusedOf } from "../sales/proration.ts";
import { methodsFor } from "../sales/sales.ts";
import { isInFlight } from "./coming-order.ts";
import { membershipState } from "./membership.ts";
import { day, later } from "./period.ts";
import { findRunningPeriod } from "./running-period.ts";

const MINUTE_MS = 60_000;
/** So close to a renewal no change begins: the renewal counts first. */
const RENEWAL_LEAD_MS = 60 * MINUTE_MS;
/** A change that was opened in time is charged until then. */
export const LAST_CHARGE_LEAD_MS = 5 * MINUTE_MS;

/** A change of plan that a membership may make, at current prices. */
export interface PlanChangeOffer extends ChangeAmounts {
  plan: PricedPlan;
  /** `now`: it is charged at once. `atEnd`: the next renewal uses it. */
  kind: "now" | "atEnd";
}

/** Returns why a membership cannot change its plan now; null if it can. */
export async function changeRefusal(
  { db, clock }: Pick<Billing, "db" | "clock">,
  row: SubscriptionRow,
): Promise<Reason | null> {
  const now = clock.now();
  const order = await findRenewalOrder(db, row.id, row.period_no + 1);
  if (isInFlight(order)) return "renewal_in_progress";
  const state = membershipState(row, now);
  if (state === "past_due") return "pay_first";
  if (state !== "active" || row.state !== "active") return "subscription_ended";
  // The coming period is paid for already: it belongs to the present plan. One that was taken back is empty.
  if (now < row.period_start && row.period_start < row.period_end) return "renewal_in_progress";
  if (row.grace_until !== null || isRenewalNear(row, now, RENEWAL_LEAD_MS)) return "renewal_in_progress";
  return (await isOwnerQuestioned(db, row)) ? "payment_disputed" : null;
}

/** Returns whether a membership is charged, or ends, within this time. */
function isRenewalNear({ period_end }: SubscriptionRow, now: Date, leadMs: number): boolean {
  return now >= later(period_end, -leadMs);
}

/**
 * Returns whether a change that was opened for a membership still applies to it, just before its charge and when it is
 * paid. The caller holds the subscription's lock.
 */
export function changeStillApplies(
  row: SubscriptionRow | undefined,
  periodNo: number | null,
  now: Date,
  leadMs: number,
): row is SubscriptionRow {
  if (!row || row.visitor_id === null || row.state !== "active") return false;
  return row.period_no + 1 === periodNo && !isRenewalNear(row, now, leadMs);
}

/**
 * Returns the plans that a membership may change to, with what each costs. `at` is the time that the unused part is
 * counted from. A plan that costs at least as much begins now, a cheaper one with the next period.
 */
export async function listChanges(
  billing: Pick<Billing, "db" | "clock" | "gateways">,
  row: SubscriptionRow,
  at: Date,
): Promise<PlanChangeOffer[]> {
  const { db, clock } = billing;
  const [plans, unused] = await Promise.all([
    listPricedPlans(db, row.currency, clock.now()),
    unusedNow(db, row, at),
  ]);
  return plans
    .filter(({ id }) => id !== row.plan_id)
    .map((plan) => offerOf(billing, { plan, row, unused }))
    .filter((offer) => offer !== null);
}

function offerOf(
  billing: Pick<Billing, "gateways">,
  { plan, row, unused }: { plan: PricedPlan; row: SubscriptionRow; unused: number },
): PlanChangeOffer | null {
  const { amount: price, currency } = plan;
  const methods = methodsFor(billing, price, currency);
  if (methods.length === 0) return null;
  if (price < row.amount) return { plan, kind: "atEnd", charge: price, credit: 0, waived: 0 };
  const isTaken = (charge: number) => methodsFor(billing, charge, currency).length === methods.length;
  return { plan, kind: "now", ...chargeForChange({ price, unused }, chargeStep(currency), isTaken) };
}

/**
 * Returns what the present period of a membership is still worth: money that was given back is not credited again, nor what a
 * lost dispute shortened the period by.
 */
async function unusedNow(db: Db, row: SubscriptionRow, at: Date): Promise<number> {
  const present = await findRunningPeriod(db, row, at);
  if (!present) return 0;
  const value = Math.max(0, present.value - present.returned);
  const wholeMs = Math.max(row.period_days * day, present.ends_at.getTime() - present.starts_at.getTime());
  return unusedOf({ ...present, value }, at, wholeMs);
}

/** Returns whether a change of plan is being paid: the renewal waits for its outcome. */
export async function isChangeInFlight(db: Db, subscriptionId: string): Promise<boolean> {
  return isInFlight(await findOpenChange(db, subscriptionId));
}
