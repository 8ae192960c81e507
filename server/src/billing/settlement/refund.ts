import type { Actor } from "#platform/actor";
import { asSystem, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import { decimalOf, isAmount } from "#platform/money";
import { SaidError, type Say } from "#platform/said";
import type { Billing } from "../records/billing.ts";
import { gatewayNames } from "../records/gateway.ts";
import { refundStep } from "../records/gateway-amounts.ts";
import { orderNumberOf } from "../records/order-code.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { lockPayments, type PaymentRow } from "../records/payments/repository.ts";
import {
  leftOf,
  listAskedRefunds,
  listCaptures,
  type OpenCapture,
  type RefundRow,
} from "../records/refunds/repository.ts";
import { wasLost } from "../records/settlement/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { addRefund } from "./add-refund.ts";
import { carryOut, nextRefundInspection } from "./carry-out.ts";

/** Why a refund was not started, as a sentence for the operator. */
export class RefundError extends SaidError {}

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
  /** The request of an operator in the console. */
  asked?: AskedRefund | undefined;
}

/** A refund that an operator asked for by a request that may be sent twice: it is one refund. */
export interface AskedRefund {
  operatorId: string;
  requestKey: string;
  /** Whether the membership ends with it; null: it ends when nothing of the order is left. */
  endsMembership: boolean | null;
  /** Refuses by throwing, under the order's lock. */
  check(trx: Trx, order: OrderRow): Promise<void>;
  /** Stores what else changes with it, in the same transaction. */
  begun(trx: Trx, order: OrderRow): Promise<void>;
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
    const { asked } = request;
    const known = asked ? await findAsked(trx, orderId, asked) : [];
    if (known.length > 0) return { rows: known, isNew: false };
    const order = await lockRefundable(trx, orderId);
    await asked?.check(trx, order);
    if (request.currency !== undefined && request.currency !== order.currency)
      throw new RefundError(`${orderNumberOf(order)} is in ${order.currency}, not in ${request.currency}.`);
    const rows = await beginRefund(trx, billing, order, { amount, request });
    await asked?.begun(trx, order);
    return { rows, isNew: true };
  });
  return carryOutRefunds(billing, begun);
}

/** Returns the refunds that a request has begun already; the order is locked, so a second one waits for the first. */
async function findAsked(trx: Trx, orderId: string, asked: AskedRefund): Promise<RefundRow[]> {
  await lockOrder(trx, orderId);
  const known = await listAskedRefunds(trx, asked);
  if (known.some((row) => row.order_id !== orderId)) throw new DomainError(409, "changed_meanwhile");
  return known;
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
  if (left.length === 0) throw new RefundError(nothingLeft(order, await listCaptures(trx, order.id)));
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
    // One that a bank took meanwhile too: its gateway refuses, and manual review lists it.
    const parts = captures
      .filter((capture) => capture.payment_id === paymentId)
      .map((of) => ({ of, amount: of.amount - of.refunded - of.pending }))
      .filter(({ amount }) => amount > 0);
    const rows = order
      ? await Promise.all(parts.map((part) => begin(trx, billing, { order, ...part }, request)))
      : [];
    return { rows, isNew: true };
  });
  return begun.length === 0 ? null : carryOutRefunds(billing, begun);
}

/** Stores the rows of a refund: with a row of the audit log when a person asked for it. */
async function beginning(
  { db, clock }: Billing,
  orderId: string,
  { actor, by, reason }: RefundRequest,
  work: (trx: Trx) => Promise<{ rows: RefundRow[]; isNew: boolean }>,
): Promise<RefundRow[]> {
  if (!actor) return (await asSystem(db, "settlement", work)).rows;
  return audited({ db, clock, by: actor }, { action: "order.refund", reason }, async (trx) => {
    const { rows, isNew } = await work(trx);
    const subject = { kind: "order", id: orderId };
    const changes = rows.map(({ id, amount, currency, ends_membership: ends }) => ({
      subject,
      after: { refund: id, amount, currency, by, ...(ends === null ? {} : { endsMembership: ends }) },
    }));
    return { result: rows, changes: isNew ? changes : [] };
  });
}

/** Requests stored refunds from their gateways; returns the current state of the last. */
export async function carryOutRefunds(billing: Billing, begun: readonly RefundRow[]): Promise<RefundRow> {
  let last: RefundRow | undefined;
  for (const row of begun) last = await carryOut(billing, row);
  if (!last) throw new Error("A refund without parts");
  return last;
}

/** Locks an order whose money can be refunded now, or throws why not. */
export async function lockRefundable(trx: Trx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(trx, orderId);
  if (!order) throw new RefundError((t) => t("effect.refund.noOrder"));
  const isLost = await wasLost(trx, order);
  const refusal = refusalOf({ order, isLost }, await lockPayments(trx, orderId));
  if (refusal !== null) throw new RefundError(refusal);
  return order;
}

/** Returns why an order cannot be refunded at this moment, whatever is left of it; null: it can. `isLost`: by a dispute. */
export function refusalOf(
  { order, isLost }: { order: OrderRow; isLost: boolean },
  payments: readonly PaymentRow[],
): Say | null {
  const name = { order: orderNumberOf(order) };
  if (isLost) return (t) => t("effect.refund.lost", name);
  if (order.state === "disputed") return (t) => t("effect.refund.disputed", name);
  const underWay = order.state === "processing" || payments.some(({ state }) => isLivePayment(state));
  return underWay ? (t) => t("effect.refund.underWay", name) : null;
}

/** Returns why nothing of an order can be given back, when nothing is left of its captures. */
export function nothingLeft(order: OrderRow, captures: readonly OpenCapture[]): Say {
  const name = { order: orderNumberOf(order) };
  if (captures.length === 0) return (t) => t("effect.refund.nothingPaid", name);
  const pending = captures.some((capture) => capture.pending > 0);
  return (t) => t(pending ? "effect.refund.onItsWay" : "effect.refund.allBack", name);
}

/**
 * Returns the capture to refund an amount from: the newest that has enough left. Throws why its gateway cannot give the amount
 * back.
 */
export function partOf(left: readonly OpenCapture[], amount: number): { of: OpenCapture; amount: number } {
  if (!isAmount(amount) || amount === 0) throw new RefundError((t) => t("effect.refund.nothing"));
  const of = left.find((capture) => leftOf(capture) >= amount);
  if (of) {
    const step = refundStep(of.gateway, of.currency);
    if (amount % step === 0 || amount === leftOf(of)) return { of, amount };
    const steps = {
      gateway: gatewayNames[of.gateway],
      step: decimalOf(step, of.currency),
      currency: of.currency,
    };
    throw new RefundError((t) => t("effect.refund.steps", steps));
  }
  const largest = left.reduce((one, other) => (leftOf(other) > leftOf(one) ? other : one));
  throw new RefundError(moreThan(leftOf(largest), largest.currency));
}

/** Returns why an amount cannot be given back of which less is left. */
export function moreThan(left: number, currency: string): Say {
  const most = { amount: decimalOf(left, currency), currency };
  return (t) => t("effect.refund.tooMuch", most);
}

/** Stores a refund before the gateway is called, so that a crash cannot lose it. */
async function begin(
  trx: Trx,
  billing: Billing,
  { order, of, amount }: { order: OrderRow; of: OpenCapture; amount: number },
  { by, reason, asked }: RefundRequest,
): Promise<RefundRow> {
  const at = billing.clock.now();
  // If the gateway is not configured here, another node requests the refund at once.
  const nextInspectAt = billing.gateways.has(of.gateway) ? nextRefundInspection(0, at) : at;
  const orderId = order.id;
  return addRefund(trx, billing, {
    of,
    orderId,
    amount,
    by,
    reason,
    remoteId: null,
    at,
    nextInspectAt,
    asked,
  });
}
