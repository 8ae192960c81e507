import type { Language, Subscription, UsedMethod } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { moneyOf } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { findRenewalOrder } from "../records/orders/repository.ts";
import { findPlanRow } from "../records/plans/repository.ts";
import {
  findInstrument,
  findNewestSubscription,
  type InstrumentRow,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import { usedMethodOf } from "../records/used-method.ts";
import { planOf } from "../sales/plans.ts";
import { findComingPlan } from "./coming-plan.ts";
import { isLive, membershipState } from "./membership.ts";
import { nextDunningAt } from "./schedule.ts";

/** Returns a visitor's live subscription, otherwise the most recent one, in the API's form. */
export async function subscriptionOf(
  billing: Pick<Billing, "db" | "clock">,
  visitorId: string,
  language: Language,
): Promise<Subscription | null> {
  const row = await findNewestSubscription(billing.db, visitorId);
  return row ? viewOf(billing, row, language) : null;
}

/** Returns a subscription in the API's form. */
export async function viewOf(
  { db, clock }: Pick<Billing, "db" | "clock">,
  row: SubscriptionRow,
  language: Language,
): Promise<Subscription> {
  const [plan, instrument, order, coming] = await Promise.all([
    findPlanRow(db, row.plan_id),
    row.instrument_id === null ? undefined : findInstrument(db, row.instrument_id),
    findRenewalOrder(db, row.id, row.period_no + 1),
    findComingPlan(db, row),
  ]);
  if (!plan) throw new Error(`Subscription ${row.id} has no plan`);
  const now = clock.now();
  const state = membershipState(row, now);
  if (state === "free") throw new Error(`Subscription ${row.id} is none`);
  const live = isLive(state);
  const charged = live && row.renewal_mode === "auto" && !row.cancel_at_period_end;
  return {
    id: row.id,
    state,
    plan: planOf({ ...plan, period_days: row.period_days }, row, language),
    renewsAt: row.period_end.toISOString(),
    periodDays: row.period_days,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    renewalMode: row.renewal_mode,
    nextCharge: charged ? moneyOf(coming?.amount ?? row.amount, row.currency, language) : null,
    method: methodOf(instrument),
    methodExpires: charged && instrument ? expiryBefore(instrument, row.period_end) : null,
    startedAt: row.created_at.toISOString(),
    accessUntil: accessUntil(row).toISOString(),
    payOrderId: live && order?.state === "pending" ? order.id : null,
    willRetry: state === "past_due" && order?.state === "pending" && nextDunningAt(row, now) !== null,
    pendingPlan:
      live && coming
        ? {
            id: coming.planId,
            name: textIn(coming.name, language),
            at: row.period_end.toISOString(),
            price: moneyOf(coming.amount, row.currency, language),
            periodDays: coming.periodDays,
          }
        : null,
  };
}

/** Returns the payment instrument as far as it is shown; null once it is no longer charged. */
function methodOf(instrument: InstrumentRow | undefined): UsedMethod | null {
  return instrument?.status === "active" ? usedMethodOf(instrument) : null;
}

/** Returns when access ends: with the paid period, its grace period, or earlier if it was ended. */
function accessUntil({ period_end, grace_until, ended_at }: SubscriptionRow): Date {
  const end = grace_until && grace_until > period_end ? grace_until : period_end;
  return ended_at && ended_at < end ? ended_at : end;
}

/** Returns the last month of a card that ends before a charge; null if it does not. A device's wallet renews its cards. */
function expiryBefore({ status, kind, wallet, ...card }: InstrumentRow, charge: Date): string | null {
  const { exp_year: year, exp_month: month } = card;
  if (status !== "active" || kind !== "card" || wallet !== null || year === null || month === null)
    return null;
  return Date.UTC(year, month, 1) <= charge.getTime() ? `${year}-${String(month).padStart(2, "0")}` : null;
}
