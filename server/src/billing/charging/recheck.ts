import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { lockOrder, type OrderRow, ownsSeries } from "../records/orders/repository.ts";
import {
  type AttemptRow,
  endAttempt,
  findAttempt,
  liveOf,
  lockPayments,
  type PaymentRow,
  writeRequest,
} from "../records/payments/repository.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { isThereToUnlock } from "../sales/sales.ts";
import { findLiveSubscription } from "../subscriptions/live.ts";
import { stillWanted } from "../subscriptions/recheck-renewal.ts";
import { isCurrent } from "./begin.ts";

/** Whether to charge: now, not at all, or not by us because somebody else is at it. */
export type LastLook = "go" | "unwanted" | "gone" | "join";

/** What is looked at, and what a charge in a single step is about to send. */
export interface LookFor {
  orderId: string;
  agreed?: boolean | undefined;
  single?: { request: string; keyMs: number };
}

/**
 * The last look before money can move: whether everything is still as it was when the attempt began. From here on the
 * payment counts as charging, and nothing else of the order is charged until its outcome is known.
 */
export async function lastLook(
  billing: Billing,
  paymentId: string,
  attempt: AttemptRow,
  { orderId, agreed = false, single }: LookFor,
): Promise<LastLook> {
  return inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payments = await lockPayments(trx, orderId);
    const payment = payments.find(({ id }) => id === paymentId);
    if (!order || !payment) return "gone";
    if (!isCurrent(await findAttempt(trx, paymentId), attempt, payment) || liveOf(payments)) return "join";
    const now = billing.clock.now();
    const expired = order.expires_at !== null && order.expires_at <= now && !agreed;
    const gone = order.state !== "pending" || expired || !isSame(order, payment);
    const stop = gone ? "gone" : (await isWanted(trx, order, now)) ? null : "unwanted";
    if (stop !== null) {
      await endAttempt(trx, attempt.id, { outcome: stop, ended_at: now });
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

/** Whether what is paid for would still be given: not had already, not cancelled, and not taken off the site. */
async function isWanted(trx: Trx, order: OrderRow, now: Date): Promise<boolean> {
  const { visitor_id: visitorId, series_id: seriesId } = order;
  if (visitorId === null) return false;
  if (order.kind === "renewal") return stillWanted(trx, order);
  if (order.kind === "subscribe") return !(await findLiveSubscription(trx, visitorId, now));
  if (seriesId === null || (await ownsSeries(trx, visitorId, seriesId, now))) return false;
  return isThereToUnlock(trx, seriesId, order.currency);
}

/** An order for what its person has, or does not want any more, is closed instead of charged. */
export async function closeUnwanted(billing: Billing, orderId: string): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order?.state === "pending")
      await moveOrder(trx, billing, order, { to: "cancelled", cause: "last look" });
  });
}
