import { inTransaction, type Trx } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Billing } from "../records/billing.ts";
import type { Snapshot } from "../records/gateway.ts";
import { lockOrderOfPayment, type OrderRow } from "../records/orders/repository.ts";
import { findPayment, lockPayments } from "../records/payments/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { hasMovedMoney, isFullyRefunded, mismatchesOf } from "./mismatch.ts";
import { settleAction, settleClosed, settlePending, settleUnpaid } from "./payment-not-paid.ts";
import { settleRefunds } from "./settle-refund.ts";
import type { Settling } from "./settling.ts";
import { succeed } from "./succeed.ts";

const MAX_ATTEMPTS = 4;

/**
 * Updates our records to a gateway's state of a payment. It is the only entry point, for charges, webhooks,
 * returns and inspections. Runs in one transaction under the locks of order and payment; repeating a state
 * changes nothing. Unless amount, currency, mode and ids match, nothing is delivered and the order goes to
 * manual review.
 */
export async function settle(
  billing: Billing,
  paymentId: string,
  snapshot: Snapshot,
  cause: string,
): Promise<OrderRow> {
  // Read first: a transaction that needs a second connection could deadlock on an exhausted pool.
  const site = await billing.site();
  const ready: Billing = { ...billing, site: async () => site };
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(billing.db, (trx) => settleOnce(trx, ready, { paymentId, snapshot, cause }));
    } catch (error) {
      // A concurrent transaction inserted the same row: decide again with its result.
      if (!isDuplicate(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function settleOnce(
  trx: Trx,
  billing: Billing,
  { paymentId, snapshot, cause }: { paymentId: string; snapshot: Snapshot; cause: string },
): Promise<OrderRow> {
  const order = await lockOrderOfPayment(trx, paymentId);
  const payments = order ? await lockPayments(trx, order.id) : [];
  const payment = payments.find(({ id }) => id === paymentId);
  if (!order || !payment) throw new Error(`There is no payment ${paymentId} to settle`);
  const settling: Settling = { order, payment, payments, snapshot, cause };
  const live = billing.gateways.get(payment.gateway)?.live ?? false;
  const faults = mismatchesOf({ payment, order, live }, snapshot);
  if (faults.length > 0) return handleMismatch(trx, billing, settling, faults);
  const settled = await settleState(trx, billing, settling);
  if (snapshot.refunds.length === 0) return settled;
  const paid = (await findPayment(trx, paymentId)) ?? payment;
  return settleRefunds(trx, billing, { order: settled, payment: paid }, snapshot.refunds);
}

function settleState(trx: Trx, billing: Billing, settling: Settling): Promise<OrderRow> {
  switch (settling.snapshot.state) {
    case "succeeded":
      return succeed(trx, billing, settling);
    case "pending":
      return settlePending(trx, billing, settling);
    case "action":
      // A payment that waits for approval is not in flight: its customer may still pay another way.
      if (settling.snapshot.next?.type === "redirect") return settleUnpaid(trx, billing, settling);
      return settleAction(trx, billing, settling);
    case "cancelled":
      return settleClosed(trx, billing, settling);
    case "open":
    case "approved":
    case "declined":
      return settleUnpaid(trx, billing, settling);
  }
}

/** Handles a mismatch: nothing is delivered, and if money moved, the order goes to manual review. */
async function handleMismatch(
  trx: Trx,
  billing: Billing,
  { order, payment, payments, snapshot, cause }: Settling,
  faults: string[],
): Promise<OrderRow> {
  if (payment.state === "succeeded") return order;
  // An operator closed it and refunded the money.
  if (payment.state === "cancelled" && isFullyRefunded(snapshot)) return order;
  if (order.state === "review" && isFullyRefunded(snapshot)) {
    await movePayment(trx, billing, payment, { to: "cancelled", cause, changes: { next_inspect_at: null } });
    return moveOrder(trx, billing, order, { to: "refunded", cause });
  }
  const detail = {
    faults,
    amount: snapshot.amount,
    currency: snapshot.currency,
    remoteState: snapshot.state,
  };
  billing.log.error(
    { order: order.id, payment: payment.id, remoteId: snapshot.remoteId, ...detail },
    "Gateway payment does not match the order",
  );
  if (!hasMovedMoney(snapshot)) return order;
  const otherLive = payments.some(({ id, state }) => id !== payment.id && isLivePayment(state));
  if (payment.state !== "in_doubt" && !otherLive)
    await movePayment(trx, billing, payment, {
      to: "in_doubt",
      cause,
      changes: { next_inspect_at: null },
      detail,
    });
  if (order.state !== "pending" && order.state !== "processing") return order;
  return moveOrder(trx, billing, order, { to: "review", cause, detail });
}
