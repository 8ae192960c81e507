import { setTimeout as pause } from "node:timers/promises";
import { inTransaction } from "#platform/db/database";
import { nothingMoves } from "../charging/assert-unchanged.ts";
import { chargeOrder } from "../charging/charge.ts";
import { inspectPayment } from "../charging/inspect.ts";
import type { Billing } from "../records/billing.ts";
import { findOrder, listOverdueOrders, lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { settle } from "../settlement/settle.ts";
import { closeOrder, type End } from "../subscriptions/close-order.ts";

/**
 * Closes an order that waits to be paid, and calls off its remote objects. One whose person stands before the bank's step is
 * called off there first: where that comes too late, it is paid. One that is being charged stays as it is.
 */
export async function giveUpOrder(
  billing: Billing,
  orderId: string,
  to: End,
  cause: string,
): Promise<OrderRow> {
  await callOffAction(billing, { id: orderId }, cause);
  const closed = await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    return order && closeOrder(trx, billing, order, { to, cause });
  });
  if (!closed) throw new Error(`There is no order ${orderId} to close`);
  // Nobody can pay them now, so a gateway that is away is no reason to wait: the schedule comes back to them.
  for (const { id, state, remote_id } of await listPayments(billing.db, orderId)) {
    if (state === "cancelled" || state === "succeeded" || remote_id === null) continue;
    await inspectPayment(billing, id, cause).catch((error: unknown) =>
      billing.log.warn({ payment: id, reason: reasonOf(error) }, "A payment could not be called off yet"),
    );
  }
  return (await findOrder(billing.db, orderId)) ?? closed;
}

/** Nobody waits longer than this for a gateway to hear of an order that they gave up. */
const timeoutMs = 5_000;

/** Gives up an order because its person asked: the answer is how it stands by then, the rest is done behind it. */
export async function giveUpForPerson(billing: Billing, { id }: OrderRow): Promise<OrderRow> {
  const work = giveUpOrder(billing, id, "cancelled", "member");
  const patience = new AbortController();
  const late = pause(timeoutMs, null, { signal: patience.signal, ref: false }).catch(() => null);
  const closed = await Promise.race([work, late]).finally(() => patience.abort());
  if (closed) return closed;
  work.catch((error: unknown) =>
    billing.log.warn({ order: id, reason: reasonOf(error) }, "An order could not be called off yet"),
  );
  const order = await findOrder(billing.db, id);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

/**
 * Calls off a payment whose person stands before the bank's step, if there is one; the order as it is then: waiting again, or
 * paid where that came too late.
 */
export async function callOffAction(
  billing: Billing,
  { id: orderId }: { id: string },
  cause: string,
): Promise<OrderRow> {
  const live = liveOf(await listPayments(billing.db, orderId));
  const gateway = live && billing.gateways.get(live.gateway);
  const remoteId = live?.state === "action" ? live.remote_id : null;
  if (live && gateway && remoteId !== null) {
    const snapshot = await nothingMoves(billing, live, () =>
      gateway.cancel(remoteId, `pay_${live.id}:cancel`),
    );
    return settle(billing, live.id, snapshot, cause);
  }
  const order = await findOrder(billing.db, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

const batch = 20;

/** Closes the orders whose time is over; what was approved in time is charged before. Returns how many there were. */
export async function expireDue(billing: Billing): Promise<number> {
  const overdue = await listOverdueOrders(billing.db, billing.clock.now(), batch);
  const faults: unknown[] = [];
  let closed = 0;
  for (const id of overdue) {
    await chargeApproved(billing, id).catch((error: unknown) =>
      billing.log.warn({ order: id, reason: reasonOf(error) }, "An order's approval could not be looked at"),
    );
    try {
      await giveUpOrder(billing, id, "expired", "expiry");
      closed += 1;
    } catch (error) {
      // One that cannot be closed keeps none of the others open.
      billing.log.error({ order: id, reason: reasonOf(error) }, "An order that is over could not be closed");
      faults.push(error);
    }
  }
  if (closed === 0 && faults.length > 0)
    throw new AggregateError(faults, "No order that is over could be closed");
  return closed;
}

/** Somebody may have approved at the gateway, and never come back. */
async function chargeApproved(billing: Billing, orderId: string): Promise<void> {
  for (const payment of await listPayments(billing.db, orderId)) {
    const gateway = payment.gateway === "paypal" ? billing.gateways.get("paypal") : undefined;
    const waits = payment.state === "open" || payment.state === "declined";
    if (!gateway || !waits || payment.remote_id === null) continue;
    const { state, paymentId } = await gateway.look(payment.remote_id);
    if (state !== "approved" || paymentId !== payment.id) continue;
    await chargeOrder(billing, orderId, { initiator: "customer", method: "paypal", agreed: true });
  }
}
