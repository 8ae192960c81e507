import type { Db, Trx } from "#platform/db/database";
import { post } from "../accounting/ledger/post.ts";
import type { Billing } from "../records/billing.ts";
import { logChange } from "../records/log.ts";
import { findOrder, updateOrder } from "../records/orders/repository.ts";
import type { OrderRow, Replaced } from "../records/orders/tables.ts";
import { endGrantAt, grantPeriod, revokeGrace } from "../records/periods/repository.ts";
import {
  findPeriod,
  findPrice,
  insertPeriod,
  isOwnerQuestioned,
  linkOrder,
  lockSubscription,
  markRecognised,
  type SubscriptionRow,
  shortenPeriod,
} from "../records/subscriptions/repository.ts";
import { closeOrder } from "./close-order.ts";
import { lockWithOrder, type WithOrder } from "./coming-order.ts";
import { endSubscription } from "./end.ts";
import {
  type Fulfilled,
  fulfilled,
  fulfilledBy,
  instrumentAfter,
  isLeaving,
  type PaidBy,
  renewalModeNow,
} from "./fulfil.ts";
import { isLive } from "./membership.ts";
import { day, later, remindAt } from "./period.ts";
import { changeStillApplies } from "./plan-changes.ts";
import { findRunningPeriod } from "./running-period.ts";
import { change } from "./schedule.ts";

const nothingPending = { pending_plan_id: null, pending_price_id: null, pending_consent: null };

/** Returns what a change of plan replaces, for its order to keep. */
export function replacedBy(
  row: SubscriptionRow,
  { planName, orderId, returned }: Pick<Replaced, "planName" | "orderId" | "returned">,
): Replaced {
  return {
    planId: row.plan_id,
    planName,
    priceId: row.price_id,
    amount: row.amount,
    periodDays: row.period_days,
    periodEnd: row.period_end.toISOString(),
    orderId,
    returned: returned ?? 0,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    ...(row.pending_plan_id === null
      ? {}
      : {
          pending: {
            planId: row.pending_plan_id,
            priceId: row.pending_price_id,
            consent: row.pending_consent,
          },
        }),
  };
}

/** Returns the columns of the change that was planned before a change which is undone. */
function pendingBefore({ pending }: Replaced) {
  if (!pending) return nothingPending;
  const { planId, priceId, consent } = pending;
  return { pending_plan_id: planId, pending_price_id: priceId, pending_consent: consent };
}

/**
 * Ends the present period of a membership and begins the one that a paid `change` order is for, at the moment of the
 * payment. An ending membership goes on. Repeating it changes nothing.
 */
export async function changePlan(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  paidBy: PaidBy,
): Promise<Fulfilled> {
  const { subscription_id: id, period_no: no, visitor_id, plan_id, period_days } = order;
  if (id === null || no === null || plan_id === null || period_days === null || visitor_id === null)
    throw new Error(`Order ${order.id} names no membership to change`);
  const found = await lockWithOrder(trx, id);
  if (!found) throw new Error(`Order ${order.id} changes nothing`);
  if (no <= found.row.period_no) return fulfilled(trx, id, no);
  const now = billing.clock.now();
  if (!changeStillApplies(found.row, no, now, 0))
    throw new Error(`Order ${order.id} came too late to change`);
  const price = await findPrice(trx, order);
  const row = await endPresent(trx, billing, found, { credit: order.credit, at: now });
  const next: SubscriptionRow = {
    ...row,
    ...(await instrumentAfter(trx, row, paidBy)),
    ...nothingPending,
    plan_id,
    price_id: price.id,
    amount: price.amount,
    period_days,
    anchor_at: now,
    anchor_no: no,
    period_no: no,
    period_start: now,
    period_end: later(now, period_days * day),
    cancel_at_period_end: await isLeaving(trx, visitor_id),
    dunning_step: 0,
    dunning_from: null,
    grace_until: null,
  };
  await insertPeriod(trx, {
    subscription_id: id,
    no,
    starts_at: next.period_start,
    ends_at: next.period_end,
    order_id: order.id,
    value: order.amount + order.credit,
  });
  await linkOrder(trx, order.id, id, no);
  // What its owner planned, or cancelled, since the order was opened comes back too if the change is undone.
  if (order.replaced) await updateOrder(trx, order.id, { replaced: replacedBy(row, order.replaced) });
  await grantPeriod(trx, order.id, {
    visitorId: visitor_id,
    from: next.period_start,
    to: next.period_end,
    at: now,
  });
  return fulfilledBy(
    await change(trx, billing, row, { changes: { ...next, remind_at: remindAt(next) }, cause: "changed" }),
  );
}

/** Ends the present period now. Its earned part becomes revenue; the credit stays deferred under the new period. */
async function endPresent(
  trx: Trx,
  billing: Billing,
  { row, order: renewal }: WithOrder,
  { credit, at }: { credit: number; at: Date },
): Promise<SubscriptionRow> {
  const { id, currency } = row;
  const present = await findRunningPeriod(trx, row, at);
  if (present) {
    const { no } = present;
    const earned = present.value - credit;
    await shortenPeriod(trx, { subscriptionId: id, no }, at);
    await post(trx, {
      source: `period:${id}:${no}`,
      orderId: present.order_id,
      at,
      entries: [
        { account: "deferred_revenue", currency, amount: earned },
        { account: "revenue", currency, amount: -earned },
      ],
    });
    await markRecognised(trx, id, no, at);
    if (present.order_id !== null) await endGrantAt(trx, present.order_id, at);
  }
  await revokeGrace(trx, id, row.period_no + 1, at);
  // What its owner could still pay, such as a manual renewal, is for the plan that has ended.
  if (renewal) await closeOrder(trx, billing, renewal, { to: "cancelled", cause: "changed" });
  return row;
}

/**
 * Undoes a fully refunded change of plan: the plan before comes back until its old end, less what lost disputes took of it since,
 * with what its owner had planned for then, or the membership ends if that is past. The caller holds the order's lock.
 * `renewal`: the order of the present period, whose money goes back too.
 */
export async function undoChange(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  renewal?: OrderRow,
): Promise<void> {
  const { subscription_id: id, replaced } = order;
  const found = id === null ? undefined : await lockWithOrder(trx, id);
  if (!found || !isLive(found.row.state) || replaced === null) return;
  const { row, order: coming } = found;
  const present = await findPeriod(trx, row.id, row.period_no);
  if (present?.order_id !== (renewal ?? order).id) return;
  const now = billing.clock.now();
  const end = renewal ? new Date(replaced.periodEnd) : comesBackUntil(row, order, replaced);
  const before = replaced.orderId === null ? undefined : await findOrder(trx, replaced.orderId);
  const isOver = before?.state === "refunded" || now >= end;
  if (isOver || row.state !== "active" || now >= row.period_end)
    return void (await endSubscription(trx, billing, found, { to: "cancelled", cause: "refund" }));
  const no = row.period_no + 1;
  await shortenPeriod(trx, { subscriptionId: row.id, no: row.period_no }, now);
  const orderId = replaced.orderId;
  const restored = { subscription_id: row.id, no, starts_at: now, ends_at: end, order_id: orderId, value: 0 };
  await insertPeriod(trx, restored);
  if (orderId !== null) await endGrantAt(trx, orderId, end);
  if (coming) await closeOrder(trx, billing, coming, { to: "cancelled", cause: "change undone" });
  const next: SubscriptionRow = {
    ...row,
    ...pendingBefore(replaced),
    plan_id: replaced.planId,
    price_id: replaced.priceId,
    amount: replaced.amount,
    period_days: replaced.periodDays,
    anchor_at: end,
    anchor_no: no + 1,
    period_no: no,
    period_start: now,
    period_end: end,
    cancel_at_period_end: replaced.cancelAtPeriodEnd || row.cancel_at_period_end,
  };
  const changes = { ...next, remind_at: remindAt(next) };
  await change(trx, billing, row, { changes, cause: "change undone" });
}

/**
 * Returns until when the plan before a change comes back. A dispute that was lost since shortened the present period by the share that
 * it took of the credit: the plan before is unpaid by as much.
 */
function comesBackUntil(row: SubscriptionRow, { amount, credit }: OrderRow, replaced: Replaced): Date {
  const end = new Date(replaced.periodEnd);
  const wholeMs = row.period_days * day;
  const lostMs = wholeMs - (row.period_end.getTime() - row.period_start.getTime());
  if (lostMs <= 0 || credit === 0) return end;
  const lostShare = (lostMs / wholeMs) * ((amount + credit) / credit);
  return later(end, -Math.ceil(lostShare * replaced.periodDays * day));
}

/** Plans a change for the next period, or with null drops a planned one. An ending membership goes on. */
export async function planChange(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  pending: Pick<SubscriptionRow, "pending_plan_id" | "pending_price_id" | "pending_consent"> | null,
): Promise<void> {
  const goesOn = { ...(await renewalModeNow(trx, row)), cancel_at_period_end: false };
  const remind_at = remindAt({ ...row, ...pending, ...goesOn });
  await change(trx, billing, row, {
    changes: pending ? { ...pending, ...goesOn, remind_at } : nothingPending,
    cause: "owner",
  });
  await logChange(trx, billing, {
    subject: "subscription",
    subjectId: row.id,
    from: row.state,
    to: row.state,
    cause: pending ? "change planned" : "planned change dropped",
    detail: pending ? { planId: pending.pending_plan_id, priceId: pending.pending_price_id } : {},
  });
}

/**
 * Returns whether a paid change of plan still applies: see {@link changeStillApplies}. It does not if its credit was
 * given back since, or a bank claims it. Locks the subscription.
 */
export async function isChangeDue(
  trx: Trx,
  { subscription_id: id, period_no: no, replaced }: OrderRow,
  { now, leadMs }: { now: Date; leadMs: number },
): Promise<boolean> {
  const row = id === null ? undefined : await lockSubscription(trx, id);
  if (!changeStillApplies(row, no, now, leadMs) || (await isOwnerQuestioned(trx, row))) return false;
  return (await returnedNow(trx, row, now)) <= (replaced?.returned ?? 0);
}

/** Returns what was given back, or is on its way back, of what the present period is worth. */
export async function returnedNow(db: Db, row: SubscriptionRow, now: Date): Promise<number> {
  return (await findRunningPeriod(db, row, now))?.returned ?? 0;
}
