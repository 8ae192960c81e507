import { inTransaction, type Trx } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Billing } from "../records/billing.ts";
import type { Snapshot } from "../records/gateway.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { findPayment, lockPayments } from "../records/payments/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { hasMovedMoney, isGivenBack, mismatchesOf } from "./mismatch.ts";
import { act, callOff, reopen, wait } from "./payment-not-paid.ts";
import { settleRefunds } from "./settle-refund.ts";
import type { Settling } from "./settling.ts";
import { succeed } from "./succeed.ts";

const tries = 4;

/**
 * Brings our books to what a gateway says of a payment: the one way in for the answer to a charge, for webhooks, returns
 * and inspections. One transaction under the locks of order and payment; saying the same again changes nothing. Amount,
 * currency, mode and whose it is must be right, or a person looks at it and nothing is given.
 */
export async function settle(
  billing: Billing,
  paymentId: string,
  snapshot: Snapshot,
  cause: string,
): Promise<OrderRow> {
  // Read before: a transaction that waits for a second connection could wait for itself.
  const site = await billing.site();
  const ready: Billing = { ...billing, site: async () => site };
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(billing.db, (trx) => settleOnce(trx, ready, { paymentId, snapshot, cause }));
    } catch (error) {
      // Somebody else wrote the same at the same moment: what is there now decides.
      if (!isDuplicate(error) || attempt === tries) throw error;
    }
  }
}

async function settleOnce(
  trx: Trx,
  billing: Billing,
  { paymentId, snapshot, cause }: { paymentId: string; snapshot: Snapshot; cause: string },
): Promise<OrderRow> {
  const known = await findPayment(trx, paymentId);
  const order = known && (await lockOrder(trx, known.order_id));
  const payments = order ? await lockPayments(trx, order.id) : [];
  const payment = payments.find(({ id }) => id === paymentId);
  if (!order || !payment) throw new Error(`There is no payment ${paymentId} to settle`);
  const settling: Settling = { order, payment, payments, snapshot, cause };
  const live = billing.gateways.get(payment.gateway)?.live ?? false;
  const faults = mismatchesOf({ payment, order, live }, snapshot);
  if (faults.length > 0) return distrust(trx, billing, settling, faults);
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
      return wait(trx, billing, settling);
    case "action":
      // What awaits its person's approval is not under way: they may still pay in another way.
      if (settling.snapshot.next?.type === "redirect") return reopen(trx, billing, settling);
      return act(trx, billing, settling);
    case "cancelled":
      return callOff(trx, billing, settling);
    case "open":
    case "approved":
    case "declined":
      return reopen(trx, billing, settling);
  }
}

/** What is not as we asked for gives nothing: where money moved, the order waits for a person. */
async function distrust(
  trx: Trx,
  billing: Billing,
  { order, payment, payments, snapshot, cause }: Settling,
  faults: string[],
): Promise<OrderRow> {
  if (payment.state === "succeeded") return order;
  // A person has called it off, and saw to its money.
  if (payment.state === "cancelled" && isGivenBack(snapshot)) return order;
  if (order.state === "review" && isGivenBack(snapshot)) {
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
    "A gateway tells of a payment that is not as we asked for it",
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
