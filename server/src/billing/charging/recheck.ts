import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { lockOrder, type OrderRow, ownsSeries } from "../records/orders/repository.ts";
import { finishAttempt } from "../records/payments/attempts.ts";
import {
  type AttemptRow,
  findAttempt,
  liveOf,
  lockPayments,
  type PaymentRow,
  writeRequest,
} from "../records/payments/repository.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { isThereToUnlock } from "../sales/sales.ts";
import { isChangeDue } from "../subscriptions/change-plan.ts";
import { findLiveSubscription } from "../subscriptions/live.ts";
import { LAST_CHARGE_LEAD_MS } from "../subscriptions/plan-changes.ts";
import { stillWanted } from "../subscriptions/recheck-renewal.ts";
import { isCurrent } from "./begin.ts";

/** The decision: charge, do not charge (`unwanted`, `gone`), or leave it to another process (`join`). */
export type RecheckResult = "go" | "unwanted" | "gone" | "join";

/** What to check, and the request that a single-step charge is about to send. */
export interface RecheckInput {
  orderId: string;
  agreed?: boolean | undefined;
  single?: { request: string; keyMs: number };
}

/**
 * Rechecks, under lock and before money can move, that everything is as it was when the attempt started. Then
 * marks the payment as charging: nothing else of the order is charged until its outcome is known.
 */
export async function recheck(
  billing: Billing,
  paymentId: string,
  attempt: AttemptRow,
  { orderId, agreed = false, single }: RecheckInput,
): Promise<RecheckResult> {
  return inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payments = await lockPayments(trx, orderId);
    const payment = payments.find(({ id }) => id === paymentId);
    if (!order || !payment) return "gone";
    if (!isCurrent(await findAttempt(trx, paymentId), attempt, payment) || liveOf(payments)) return "join";
    const now = billing.clock.now();
    const expired = order.expires_at !== null && order.expires_at <= now && !agreed;
    const gone = order.state !== "pending" || expired || !isSame(order, payment);
    const stop = gone ? "gone" : (await isWanted(trx, order, attempt, now)) ? null : "unwanted";
    if (stop !== null) {
      await finishAttempt(trx, billing, attempt.id, { outcome: stop, ended_at: now });
      return stop;
    }
    if (single) await writeRequest(trx, attempt.id, single.request);
    await movePayment(trx, billing, payment, {
      to: "charging",
      cause: "charge",
      changes: {
        initiator: attempt.initiator,
        ...(single ? { mit_key: attempt.idem_key, key_until: new Date(now.getTime() + single.keyMs) } : {}),
      },
    });
    await moveOrder(trx, billing, order, { to: "processing", cause: "charge" });
    return "go";
  });
}

function isSame(order: OrderRow, payment: PaymentRow): boolean {
  return order.visitor_id !== null && order.amount === payment.amount && order.currency === payment.currency;
}

/**
 * Returns whether the purchase would still be delivered: not owned already, not cancelled, and still on sale.
 */
async function isWanted(trx: Trx, order: OrderRow, { initiator }: AttemptRow, now: Date): Promise<boolean> {
  const { visitor_id: visitorId, series_id: seriesId } = order;
  if (visitorId === null) return false;
  if (order.kind === "renewal") return stillWanted(trx, order, initiator);
  if (order.kind === "change") return isChangeDue(trx, order, { now, leadMs: LAST_CHARGE_LEAD_MS });
  if (order.kind === "subscribe") return !(await findLiveSubscription(trx, visitorId, now));
  if (seriesId === null || (await ownsSeries(trx, visitorId, seriesId, now))) return false;
  return isThereToUnlock(trx, { seriesId, currency: order.currency }, now);
}

/** Closes an order, instead of charging it, for what its customer owns already or no longer wants. */
export async function closeUnwanted(billing: Billing, orderId: string): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order?.state === "pending")
      await moveOrder(trx, billing, order, { to: "cancelled", cause: "recheck" });
  });
}
