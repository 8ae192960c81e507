import { setTimeout as pause } from "node:timers/promises";
import { inTransaction } from "#platform/db/database";
import { chargeOrder } from "../charging/charge.ts";
import { inspectPayment } from "../charging/inspect.ts";
import { runWithoutCharge } from "../charging/run-without-charge.ts";
import type { Billing } from "../records/billing.ts";
import { findOrder, listOverdueOrders, lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { settle } from "../settlement/settle.ts";
import { closeOrder, type End } from "../subscriptions/close-order.ts";

/**
 * Closes an order that waits for payment, and cancels its remote objects. A pending bank authentication is
 * cancelled first; if that comes too late, the order is paid. An order that is being charged stays as it is.
 */
export async function cancelOrder(
  billing: Billing,
  orderId: string,
  to: End,
  cause: string,
): Promise<OrderRow> {
  await cancelAction(billing, { id: orderId }, cause);
  const closed = await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    return order && closeOrder(trx, billing, order, { to, cause });
  });
  if (!closed) throw new Error(`There is no order ${orderId} to close`);
  // The closed order cannot be paid any more, so an unreachable gateway does not delay the answer;
  // inspections retry.
  for (const { id, state, remote_id } of await listPayments(billing.db, orderId)) {
    if (state === "cancelled" || state === "succeeded" || remote_id === null) continue;
    await inspectPayment(billing, id, cause).catch((error: unknown) =>
      billing.log.warn({ payment: id, reason: reasonOf(error) }, "Payment cancellation failed; will retry"),
    );
  }
  return (await findOrder(billing.db, orderId)) ?? closed;
}

/** A request waits at most this long for the gateway to cancel an order. */
const TIMEOUT_MS = 5_000;

/**
 * Cancels an order at its customer's request. After the time limit it returns the order as it is; the rest
 * continues in the background.
 */
export async function cancelForCustomer(billing: Billing, { id }: OrderRow): Promise<OrderRow> {
  const work = cancelOrder(billing, id, "cancelled", "member");
  const timer = new AbortController();
  const late = pause(TIMEOUT_MS, null, { signal: timer.signal, ref: false }).catch(() => null);
  const closed = await Promise.race([work, late]).finally(() => timer.abort());
  if (closed) return closed;
  work.catch((error: unknown) =>
    billing.log.warn({ order: id, reason: reasonOf(error) }, "Order cancellation failed; will retry"),
  );
  const order = await findOrder(billing.db, id);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

/**
 * Cancels a payment that waits for the bank's authentication, if there is one. Returns the order: pending
 * again, or paid if the cancellation came too late.
 */
export async function cancelAction(
  billing: Billing,
  { id: orderId }: { id: string },
  cause: string,
): Promise<OrderRow> {
  const live = liveOf(await listPayments(billing.db, orderId));
  const gateway = live && billing.gateways.get(live.gateway);
  const remoteId = live?.state === "action" ? live.remote_id : null;
  if (live && gateway && remoteId !== null) {
    const snapshot = await runWithoutCharge(billing, live, () =>
      gateway.cancel(remoteId, `pay_${live.id}:cancel`),
    );
    return settle(billing, live.id, snapshot, cause);
  }
  const order = await findOrder(billing.db, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

const BATCH = 20;

/**
 * Closes expired orders; a payment approved in time is charged first. Returns how many orders were closed.
 */
export async function expireDue(billing: Billing): Promise<number> {
  const overdue = await listOverdueOrders(billing.db, billing.clock.now(), BATCH);
  const faults: unknown[] = [];
  let closed = 0;
  for (const id of overdue) {
    await chargeApproved(billing, id).catch((error: unknown) =>
      billing.log.warn(
        { order: id, reason: reasonOf(error) },
        "Approval of an expired order could not be checked; closing the order",
      ),
    );
    try {
      await cancelOrder(billing, id, "expired", "expiry");
      closed += 1;
    } catch (error) {
      // A failure to close one order must not keep the others open.
      billing.log.error(
        { order: id, reason: reasonOf(error) },
        "Expired order could not be closed; will retry",
      );
      faults.push(error);
    }
  }
  if (closed === 0 && faults.length > 0)
    throw new AggregateError(faults, "No order that is over could be closed");
  return closed;
}

/** Charges an order whose customer approved at the gateway without returning. */
async function chargeApproved(billing: Billing, orderId: string): Promise<void> {
  for (const payment of await listPayments(billing.db, orderId)) {
    const gateway = payment.gateway === "paypal" ? billing.gateways.get("paypal") : undefined;
    const waits = payment.state === "open" || payment.state === "declined";
    if (!gateway || !waits || payment.remote_id === null) continue;
    const { state, paymentId } = await gateway.fetchPayment(payment.remote_id);
    if (state !== "approved" || paymentId !== payment.id) continue;
    await chargeOrder(billing, orderId, { initiator: "customer", method: "paypal", agreed: true });
  }
}
