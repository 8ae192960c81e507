import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { findOrder } from "../records/orders/repository.ts";
import { isRunning, revokeGrace, revokePeriods } from "../records/periods/repository.ts";
import {
  findPeriod,
  findPrice,
  forgetVisitors,
  listLiveOf,
  type SubscriptionRow,
  shortenPeriod,
} from "../records/subscriptions/repository.ts";
import { closeOrder } from "./close-order.ts";
import { lockWithOrder, type OrderRow, type WithOrder } from "./coming-order.ts";
import { isLive } from "./membership.ts";
import { findRunningPeriod } from "./running-period.ts";
import { change } from "./schedule.ts";

/**
 * Ends a locked subscription: nothing is charged any more, and its open renewal order is closed. An order
 * whose charge is in flight stays as it is: if it is paid, the money is refunded.
 */
export async function endSubscription(
  trx: Trx,
  billing: Billing,
  { row, order }: WithOrder,
  { to, cause }: { to: "cancelled" | "expired"; cause: string },
): Promise<SubscriptionRow> {
  const now = billing.clock.now();
  await revokeGrace(trx, row.id, row.period_no + 1, now);
  const ended = await change(trx, billing, row, {
    changes: { state: to, ended_at: now, remind_at: null },
    cause,
  });
  if (order) await closeOrder(trx, billing, order, { to: to === "expired" ? "failed" : "cancelled", cause });
  return ended;
}

/** Why a subscription ends with the money of an order, and whether an operator chose that it ends at once. */
interface EndByRefund {
  cause?: "refund" | "withdrawal";
  atOnce?: boolean;
}

/**
 * Ends the subscription of an order whose money goes back, if the order paid for the current period, or for the one that
 * came back when a change of plan was undone. A refund of an older period ends nothing. Of a period that was paid ahead
 * only that one ends: the running one, unless it was taken back before, is paid for, and nothing renews after it unless its
 * owner resumes. Repeating it changes nothing. The caller holds the order's lock.
 */
export async function endByRefund(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { cause = "refund", atOnce = false }: EndByRefund = {},
): Promise<void> {
  const { subscription_id: id, period_no: no } = order;
  const found = id === null ? undefined : await lockWithOrder(trx, id);
  if (!found || !isLive(found.row.state)) return;
  const { row } = found;
  const now = billing.clock.now();
  const [present, own] = await Promise.all([
    findPeriod(trx, row.id, row.period_no),
    no === null ? undefined : findPeriod(trx, row.id, no),
  ]);
  const isPresent = present?.order_id === order.id;
  // It delivered nothing, such as a renewal that was paid late: another order took the place of its period.
  if (!isPresent && own?.order_id !== order.id) return;
  const isOlder = (no ?? 0) < row.period_no && !isPresent;
  if (now < row.period_start && !atOnce) {
    const isEmpty = row.period_end <= row.period_start;
    if (!isEmpty) {
      if (isOlder) return;
      if (await isRunning(trx, row.id, now)) return endAhead(trx, billing, { row, order }, cause);
      // What was paid ahead went back already: only the running period is left.
    } else if (!own || own.starts_at > now || own.ends_at <= now) return;
  } else if (isOlder) return;
  // The running period too, where what goes back was paid ahead.
  if (atOnce) await revokePeriods(trx, row.id, now);
  await endSubscription(trx, billing, found, { to: "cancelled", cause });
}

/** Ends a period that has not begun, which an order paid for, and the renewal with it. */
async function endAhead(
  trx: Trx,
  billing: Billing,
  { row, order }: { row: SubscriptionRow; order: OrderRow },
  cause: string,
): Promise<void> {
  const { id, period_no: no, period_start: end } = row;
  await shortenPeriod(trx, { subscriptionId: id, no }, end);
  const ends = { period_end: end, anchor_at: end, anchor_no: no + 1, remind_at: null };
  const sold = await soldBefore(trx, billing, row, order);
  await change(trx, billing, row, { changes: { ...ends, ...sold, cancel_at_period_end: true }, cause });
}

/**
 * Returns the plan of the running period where an order that paid for the coming one began another, and that one as planned: as
 * before the payment. Otherwise the membership would name, and count changes by, a price that was given back.
 */
async function soldBefore(
  trx: Trx,
  { clock }: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<Partial<SubscriptionRow>> {
  const running = await findRunningPeriod(trx, row, clock.now());
  const paid = running?.order_id ? await findOrder(trx, running.order_id) : undefined;
  if (!paid || paid.plan_id === null || paid.period_days === null || paid.plan_id === row.plan_id) return {};
  const { id: price_id, amount } = await findPrice(trx, paid);
  const { consent_version: version, consent_text: text, consent_at: at } = order;
  const isAgreed = version !== null && text !== null && at !== null;
  return {
    plan_id: paid.plan_id,
    price_id,
    amount,
    period_days: paid.period_days,
    pending_plan_id: row.plan_id,
    pending_price_id: row.price_id,
    pending_consent: isAgreed ? { version, text, at: at.toISOString(), address: null, agent: null } : null,
  };
}

/** Ends the subscriptions of erased visitors; the rows stay, anonymous. */
export async function endAtOnce(trx: Trx, billing: Billing, visitorIds: readonly string[]): Promise<void> {
  for (const id of await listLiveOf(trx, visitorIds)) {
    const found = await lockWithOrder(trx, id);
    if (found && isLive(found.row.state))
      await endSubscription(trx, billing, found, { to: "cancelled", cause: "account erased" });
  }
  await forgetVisitors(trx, visitorIds);
}
