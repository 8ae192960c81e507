import type { Actor } from "#platform/actor";
import { asSystem, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { decimalOf, isAmount } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { orderNumberOf } from "../records/order-code.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { lockPayments } from "../records/payments/repository.ts";
import { listCaptures, type OpenCapture, type RefundRow } from "../records/refunds/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { addRefund } from "./add-refund.ts";
import { carryOut, nextRefundInspection } from "./carry-out.ts";

/** Why a refund was not started, as a sentence for the operator. */
export class RefundError extends Error {}

/** Who requests a refund, and why: an operator by name, for the audit log, or background work. */
export type RefundRequest = RefundReason &
  (
    | { by: "operator"; actor: Actor }
    | { by: Exclude<RefundRow["initiated_by"], "operator">; actor?: undefined }
  );

interface RefundReason {
  reason: string | null;
  /** The currency that the operator named for the amount. */
  currency?: string | undefined;
}

/**
 * Refunds an order: the remaining amount, or a given one. Stores the refund before it calls the gateway; the
 * answer, now or later, is settled. Returns the refund's current state, or that of the last one if several
 * payments are refunded.
 */
export async function refundOrder(
  billing: Billing,
  orderId: string,
  amount: number | null,
  request: RefundRequest,
): Promise<RefundRow> {
  const begun = await beginning(billing, orderId, request, async (trx) => {
    const order = await lockRefundable(trx, orderId);
    if (request.currency !== undefined && request.currency !== order.currency)
      throw new RefundError(`${orderNumberOf(order)} is in ${order.currency}, not in ${request.currency}.`);
    return beginRefund(trx, billing, order, { amount, request });
  });
  return carryOutRefunds(billing, begun);
}

/**
 * Stores the refund of an order's remaining amount, or of a given one, in the caller's transaction, which holds the
 * order's lock. {@link carryOutRefunds} requests it afterwards; after a crash the inspection of refunds does.
 */
export async function beginRefund(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { amount, request }: { amount: number | null; request: RefundRequest },
): Promise<RefundRow[]> {
  const left = (await listCaptures(trx, order.id)).filter((capture) => leftOf(capture) > 0);
  if (left.length === 0) throw new RefundError(await nothingLeft(trx, order));
  const parts = amount === null ? left.map((of) => ({ of, amount: leftOf(of) })) : [partOf(left, amount)];
  return Promise.all(parts.map((part) => begin(trx, billing, { order, ...part }, request)));
}

/** Refunds what remains of one payment, such as an accidental second one; null if nothing remains. */
export async function refundPayment(
  billing: Billing,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  request: RefundRequest,
): Promise<RefundRow | null> {
  const begun = await beginning(billing, orderId, request, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const captures = order ? await listCaptures(trx, orderId) : [];
    const parts = captures
      .filter((capture) => capture.payment_id === paymentId && leftOf(capture) > 0)
      .map((of) => ({ of, amount: leftOf(of) }));
    return order ? Promise.all(parts.map((part) => begin(trx, billing, { order, ...part }, request))) : [];
  });
  return begun.length === 0 ? null : carryOutRefunds(billing, begun);
}

/** Stores the rows of a refund: with a row of the audit log when a person asked for it. */
async function beginning(
  { db, clock }: Billing,
  orderId: string,
  { actor, by, reason }: RefundRequest,
  work: (trx: Trx) => Promise<RefundRow[]>,
): Promise<RefundRow[]> {
  if (!actor) return asSystem(db, "settlement", work);
  return audited({ db, clock, by: actor }, { action: "order.refund", reason }, async (trx) => {
    const rows = await work(trx);
    const subject = { kind: "order", id: orderId };
    const changes = rows.map(({ id, amount, currency }) => ({
      subject,
      after: { refund: id, amount, currency, by },
    }));
    return { result: rows, changes };
  });
}

/** Requests stored refunds from their gateways; returns the current state of the last. */
export async function carryOutRefunds(billing: Billing, begun: readonly RefundRow[]): Promise<RefundRow> {
  let last: RefundRow | undefined;
  for (const row of begun) last = await carryOut(billing, row);
  if (!last) throw new Error("A refund without parts");
  return last;
}

async function lockRefundable(trx: Trx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(trx, orderId);
  if (!order) throw new RefundError("There is no such order.");
  const name = orderNumberOf(order);
  if (order.state === "disputed")
    throw new RefundError(
      `${name} is disputed: its money is with the bank until that is decided, so it cannot be refunded now.`,
    );
  const payments = await lockPayments(trx, orderId);
  const underWay = order.state === "processing" || payments.some(({ state }) => isLivePayment(state));
  if (underWay)
    throw new RefundError(`${name} is being paid right now. Wait until that has ended, then try again.`);
  return order;
}

const leftOf = ({ amount, refunded, pending }: OpenCapture) => amount - refunded - pending;

async function nothingLeft(trx: Trx, order: OrderRow): Promise<string> {
  const captures = await listCaptures(trx, order.id);
  const name = orderNumberOf(order);
  if (captures.length === 0) return `Nothing was paid for ${name}, so there is nothing to give back.`;
  const pending = captures.some((capture) => capture.pending > 0);
  return pending
    ? `The money of ${name} is on its way back already.`
    : `All the money of ${name} has been given back already.`;
}

/** Returns the capture to refund an amount from: the newest that has enough left. */
function partOf(left: readonly OpenCapture[], amount: number): { of: OpenCapture; amount: number } {
  if (!isAmount(amount) || amount === 0) throw new RefundError("A refund is an amount above nothing.");
  const of = left.find((capture) => leftOf(capture) >= amount);
  if (of) return { of, amount };
  const largest = left.reduce((one, other) => (leftOf(other) > leftOf(one) ? other : one));
  throw new RefundError(
    `That is more than is left: at most ${decimalOf(leftOf(largest), largest.currency)} ${largest.currency} can be given back.`,
  );
}

/** Stores a refund before the gateway is called, so that a crash cannot lose it. */
async function begin(
  trx: Trx,
  billing: Billing,
  { order, of, amount }: { order: OrderRow; of: OpenCapture; amount: number },
  { by, reason }: RefundRequest,
): Promise<RefundRow> {
  const at = billing.clock.now();
  // If the gateway is not configured here, another node requests the refund at once.
  const nextInspectAt = billing.gateways.has(of.gateway) ? nextRefundInspection(0, at) : at;
  const orderId = order.id;
  return addRefund(trx, billing, { of, orderId, amount, by, reason, remoteId: null, at, nextInspectAt });
}
