import { findStanding } from "#accounts";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { logChange } from "../records/log.ts";
import { grantPeriod, revokeGrace } from "../records/periods/repository.ts";
import {
  findInstrument,
  findPeriod,
  findPrice,
  findSubscription,
  insertPeriod,
  insertSubscription,
  isOwnerQuestioned,
  linkOrder,
  lockSubscription,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import type { OrderRow } from "./coming-order.ts";
import { endOverdue } from "./live.ts";
import { isLive } from "./membership.ts";
import { comingStart, day, later, periodStart, remindAt } from "./period.ts";
import { change, nextActionAt } from "./schedule.ts";

/** A billing period that was paid for. */
export interface Fulfilled {
  subscriptionId: string;
  periodStart: Date;
  periodEnd: Date;
  /** When the next period is charged automatically; null if never. */
  nextChargeAt: Date | null;
  /** What it costs then. */
  nextAmount: number;
}

/** The payment's instrument: its row, who initiated the charge, and whether it can be charged again. */
export interface PaidBy {
  instrumentId: string | null;
  /** `merchant`: we charged a saved instrument. */
  initiator: "customer" | "merchant";
  reusable: boolean | "later";
}

/**
 * Starts a subscription for a paid order of the kind `subscribe`, within the transaction that settles it.
 * Repeating it changes nothing. Throws a duplicate error if another one started concurrently.
 */
export async function startSubscription(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { instrumentId, reusable }: PaidBy,
): Promise<Fulfilled> {
  if (order.subscription_id !== null) return fulfilled(trx, order.subscription_id, 1);
  const { visitor_id, plan_id, period_days } = order;
  if (visitor_id === null || plan_id === null || period_days === null) {
    throw new Error(`Order ${order.id} names nobody, or no plan`);
  }
  await endOverdue(trx, billing, visitor_id);
  const now = billing.clock.now();
  const savedId = reusable === true ? instrumentId : null;
  // What this order happened to cost does not determine the price of further periods.
  const price = await findPrice(trx, order);
  const row: SubscriptionRow = {
    id: newId(now),
    visitor_id,
    plan_id,
    currency: price.currency,
    price_id: price.id,
    amount: price.amount,
    period_days,
    state: "active",
    anchor_at: now,
    anchor_no: 1,
    period_no: 1,
    period_start: now,
    period_end: later(now, period_days * day),
    next_action_at: null,
    // Nothing is charged automatically while a bank questions another purchase of the same person.
    cancel_at_period_end:
      (await isLeaving(trx, visitor_id)) || (await isOwnerQuestioned(trx, { visitor_id })),
    renewal_mode: savedId === null ? "manual" : "auto",
    instrument_id: savedId,
    dunning_step: 0,
    dunning_from: null,
    lease_until: null,
    grace_until: null,
    remind_at: null,
    language: order.language,
    created_at: now,
    ended_at: null,
    pending_plan_id: null,
    pending_price_id: null,
    pending_consent: null,
  };
  const added = { ...row, next_action_at: nextActionAt(row, now), remind_at: remindAt(row) };
  await insertSubscription(trx, added);
  await linkOrder(trx, order.id, row.id, 1);
  await writePeriod(trx, { ...order, visitor_id }, added, now);
  await logChange(trx, billing, {
    subject: "subscription",
    subjectId: row.id,
    from: null,
    to: "active",
    cause: "paid",
  });
  return fulfilledBy(added);
}

/**
 * Continues a subscription by the period that a paid `renewal` order is for. It starts where the last one
 * ends, or now if access had ended: nobody pays for time without access. Repeating it changes nothing.
 */
export async function renewPeriod(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  paidBy: PaidBy,
): Promise<Fulfilled> {
  const { subscription_id: id, period_no: no, visitor_id } = order;
  if (id === null || no === null) throw new Error(`Order ${order.id} names no period`);
  const row = await lockSubscription(trx, id);
  if (!row) throw new Error(`Order ${order.id} renews nothing`);
  if (no <= row.period_no) return fulfilled(trx, id, no);
  if (visitor_id === null || !isLive(row.state)) throw new Error(`Order ${order.id} came too late to renew`);
  const now = billing.clock.now();
  const closedSince = row.grace_until ?? row.period_end;
  // Access continued past the whole period, as after days of merchant faults: nobody pays for a period that
  // is over. A plan that begins with it may be shorter than the one before.
  const days = order.period_days ?? row.period_days;
  const over = now >= later(periodStart(row, no), days * day);
  const anchor = now < closedSince && !over ? {} : { anchor_at: now, anchor_no: no };
  const period_start = periodStart({ ...row, ...anchor }, no);
  const sold = await soldBy(trx, row, { order, anchor_at: period_start, anchor_no: no });
  const next: SubscriptionRow = {
    ...row,
    ...anchor,
    ...sold,
    ...(await instrumentAfter(trx, row, paidBy)),
    state: "active",
    period_no: no,
    period_start,
    period_end: later(period_start, sold.period_days * day),
    dunning_step: 0,
    dunning_from: null,
    grace_until: null,
  };
  await writePeriod(trx, { ...order, visitor_id }, next, now);
  await revokeGrace(trx, id, no, now);
  return fulfilledBy(
    await change(trx, billing, row, { changes: { ...next, remind_at: remindAt(next) }, cause: "paid" }),
  );
}

/** Returns the plan that a renewal was for. A change that its owner planned takes effect with it, and is done. */
async function soldBy(
  trx: Trx,
  row: SubscriptionRow,
  { order, ...anchor }: { order: OrderRow } & Pick<SubscriptionRow, "anchor_at" | "anchor_no">,
) {
  const { plan_id, period_days } = order;
  if (plan_id === null || period_days === null || plan_id === row.plan_id)
    return { period_days: row.period_days };
  const { id: price_id, amount } = await findPrice(trx, order);
  const done = { pending_plan_id: null, pending_price_id: null, pending_consent: null };
  return { plan_id, price_id, amount, period_days, ...anchor, ...done };
}

/**
 * Switches a subscription to automatic renewal once its instrument is saved. It replaces another saved
 * instrument only if the owner paid the current period with it, and has not chosen the other one since.
 */
export async function setRenewalInstrument(
  trx: Trx,
  billing: Billing,
  subscriptionId: string,
  { instrumentId, periodNo, paidAt }: { instrumentId: string; periodNo: number | null; paidAt: Date | null },
): Promise<void> {
  const row = await lockSubscription(trx, subscriptionId);
  if (row?.state !== "active" || (row.renewal_mode === "auto" && periodNo !== row.period_no)) return;
  const chosen = row.instrument_id === null ? undefined : await findInstrument(trx, row.instrument_id);
  if (chosen?.status === "active" && paidAt !== null && chosen.created_at > paidAt) return;
  const changes = { renewal_mode: "auto" as const, instrument_id: instrumentId };
  await change(trx, billing, row, {
    changes: { ...changes, remind_at: remindAt({ ...row, ...changes }) },
    cause: "instrument saved",
  });
}

async function writePeriod(
  trx: Trx,
  order: OrderRow & { visitor_id: string },
  row: SubscriptionRow,
  at: Date,
): Promise<void> {
  const { id, period_no: no, period_start: from, period_end: to } = row;
  const period = { subscription_id: id, no, starts_at: from, ends_at: to, order_id: order.id };
  await insertPeriod(trx, { ...period, value: order.amount });
  await grantPeriod(trx, order.id, { visitorId: order.visitor_id, from, to, at });
}

/**
 * Returns the instrument for further periods. A merchant-initiated charge changes nothing. The owner's new
 * instrument replaces the saved one if it is reusable. Otherwise a saved instrument that is still active
 * stays; without one, renewal becomes manual.
 */
export async function instrumentAfter(
  trx: Trx,
  row: SubscriptionRow,
  { instrumentId, initiator, reusable }: PaidBy,
): Promise<Partial<Pick<SubscriptionRow, "renewal_mode" | "instrument_id">>> {
  if (initiator === "merchant") return {};
  const used = instrumentId === null ? undefined : await findInstrument(trx, instrumentId);
  if (reusable === true && used?.status === "active") return { renewal_mode: "auto", instrument_id: used.id };
  const saved = row.instrument_id === null ? undefined : await findInstrument(trx, row.instrument_id);
  return saved?.status === "active" ? {} : { renewal_mode: "manual", instrument_id: null };
}

/**
 * Returns how a membership renews that goes on after its owner had cancelled it. While it was ending, nothing noticed that its
 * instrument died, by which nothing is charged any more.
 */
export async function renewalModeNow(
  trx: Trx,
  { renewal_mode, instrument_id }: SubscriptionRow,
): Promise<Pick<SubscriptionRow, "renewal_mode">> {
  if (renewal_mode === "manual") return { renewal_mode };
  const saved = instrument_id === null ? undefined : await findInstrument(trx, instrument_id);
  return { renewal_mode: saved?.status === "active" ? "auto" : "manual" };
}

/** Returns whether an owner requested the deletion of the account: nothing renews then, even what is paid afterwards. */
export async function isLeaving(trx: Trx, visitorId: string): Promise<boolean> {
  return (await findStanding(trx, visitorId))?.isLeaving ?? false;
}

/** Returns what an order delivered earlier. */
export async function fulfilled(trx: Trx, subscriptionId: string, no: number): Promise<Fulfilled> {
  const [row, period] = await Promise.all([
    findSubscription(trx, subscriptionId),
    findPeriod(trx, subscriptionId, no),
  ]);
  if (!row || !period) throw new Error(`Subscription ${subscriptionId} has no period ${no}`);
  return { ...fulfilledBy(row), periodStart: period.starts_at, periodEnd: period.ends_at };
}

/** Returns the present period of a subscription as what was delivered. */
export function fulfilledBy(row: SubscriptionRow): Fulfilled {
  const charged = row.renewal_mode === "auto" && !row.cancel_at_period_end && row.state === "active";
  return {
    subscriptionId: row.id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    nextChargeAt: charged ? comingStart(row) : null,
    nextAmount: row.amount,
  };
}
