import { createHash } from "node:crypto";
import { inTransaction, type Trx } from "#platform/db/database";
import { explainedRefusal, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { notClosed } from "../records/closed.ts";
import type { GatewayName } from "../records/gateway.ts";
import { lockOrder, type OrderRow, updateOrder } from "../records/orders/repository.ts";
import {
  type AttemptRow,
  endAttempt,
  findAttempt,
  insertAttempt,
  insertPayment,
  liveOf,
  lockPayments,
  type PaymentRow,
  updatePayment,
} from "../records/payments/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { movePayment } from "../records/transitions.ts";
import { checkTries } from "./limits.ts";

/** How an order is charged. */
export interface Charge {
  /** `customer`: the person is here; `merchant`: a renewal without them. */
  initiator: "customer" | "merchant";
  /** Another way to pay than the order was opened with. */
  method?: "card" | "paypal";
  /** pm_… of the card form, or the kept instrument's; none for PayPal where the person approves there. */
  token?: string | null;
  /** The remote object that the person approved, where there may be several. */
  remoteId?: string;
  /** The saved instrument behind that token, where we charge it by ourselves. */
  instrumentId?: string;
  billingDetails?: { name: string; email: string } | null;
  /** Its person agreed in time: that the order's own time is over by now is no reason not to. */
  agreed?: boolean;
  /** Where the request came from, to limit who tries out cards. */
  address?: string | null;
}

/** What became of beginning: it is ours to charge; somebody is at it or it is done; or another payment is in the way. */
export type Begun =
  | { kind: "go"; order: OrderRow; payment: PaymentRow; attempt: AttemptRow }
  | { kind: "join"; order: OrderRow; payment: PaymentRow | undefined }
  | { kind: "clear"; payment: PaymentRow };

/** An attempt that has not come to its charge by then was given up. */
const preparingMs = 60_000;

/** Begins an attempt to charge an order: written before anything is asked of the gateway. */
export async function begin(
  billing: Billing,
  orderId: string,
  charge: Charge,
  { gateway, single }: { gateway: GatewayName; single: boolean },
): Promise<Begun> {
  return inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) throw notFound();
    const payments = await lockPayments(trx, orderId);
    const hash = requestHash(order, charge);
    const live = liveOf(payments);
    if (live) return meetLive(trx, { order, live, gateway, hash });
    const now = billing.clock.now();
    if (order.state !== "pending") {
      const done = payments.find(({ state }) => state === "succeeded") ?? payments[0];
      return { kind: "join", order, payment: done };
    }
    const { visitor_id: visitorId } = order;
    const over = order.expires_at !== null && order.expires_at <= now && !charge.agreed;
    if (visitorId === null || over) throw explainedRefusal("order_gone");
    if (charge.initiator === "customer")
      await checkTries(trx, now, { visitorId, address: charge.address ?? null });
    const payment =
      (await findUsable(trx, billing, payments, { gateway, charge, single })) ??
      (await insertPayment(trx, newPayment(order, charge, now, { gateway, single })));
    const last = await findAttempt(trx, payment.id);
    if (last && last.ended_at === null) {
      const other = now.getTime() - last.created_at.getTime() < preparingMs;
      if (other) return { kind: "join", order, payment };
      await endAttempt(trx, last.id, { outcome: "abandoned", ended_at: now });
    }
    const attempt = newAttempt({ payment, charge, hash, n: (last?.n ?? 0) + 1, now });
    await insertAttempt(trx, attempt);
    const charged = await updatePayment(trx, payment.id, { instrument_id: charge.instrumentId ?? null });
    const method = gateway === "stripe" ? "card" : "paypal";
    const chosen = order.method === method ? order : await updateOrder(trx, order.id, { method });
    return { kind: "go", order: chosen, payment: charged, attempt };
  });
}

/**
 * The payment that an attempt goes on with. One of a single step has no remote object before it is charged; where a try made
 * one that was not paid, that is called off here, and another payment begins.
 */
async function findUsable(
  trx: Trx,
  billing: Billing,
  payments: readonly PaymentRow[],
  { gateway, charge: { remoteId }, single }: { gateway: GatewayName; charge: Charge; single: boolean },
): Promise<PaymentRow | undefined> {
  const open = payments.filter(
    (row) => row.gateway === gateway && row.state !== "cancelled" && row.second_of === null,
  );
  const approved = open.find((row) => remoteId !== undefined && row.remote_id === remoteId);
  if (approved) return approved;
  if (!single) return open.find((row) => row.mit_key === null || row.remote_id !== null);
  const spent = open.find((row) => row.mit_key !== null && row.remote_id !== null);
  if (spent) await movePayment(trx, billing, spent, { to: "cancelled", cause: "another try" });
  return open.find((row) => row.mit_key !== null && row.remote_id === null);
}

/** A payment that may still succeed: waited for, unless its person stands before the bank's step and chose another way. */
async function meetLive(
  trx: Trx,
  { order, live, gateway, hash }: { order: OrderRow; live: PaymentRow; gateway: GatewayName; hash: string },
): Promise<Begun> {
  if (live.state !== "action") return { kind: "join", order, payment: live };
  const attempt = await findAttempt(trx, live.id);
  const same = live.gateway === gateway && attempt?.request_hash === hash;
  return same ? { kind: "join", order, payment: live } : { kind: "clear", payment: live };
}

/** Whether an attempt is still the one to charge with. */
export function isCurrent(attempt: AttemptRow | undefined, ours: AttemptRow, payment: PaymentRow): boolean {
  return attempt?.id === ours.id && attempt.ended_at === null && !isLivePayment(payment.state);
}

/** What a charge in a single step is sent under. */
function singleStepKey(paymentId: string, n: number): string {
  return `pay_${paymentId}:mit:${n}`;
}

function requestHash({ amount, currency }: OrderRow, { initiator, token }: Charge): string {
  return createHash("sha256")
    .update(JSON.stringify([initiator, token ?? null, amount, currency]))
    .digest("hex");
}

/** A payment of an order, before anything is asked of its gateway. */
export function newPayment(
  order: OrderRow,
  { initiator }: Charge,
  now: Date,
  { gateway, single = false }: { gateway: GatewayName; single?: boolean },
): PaymentRow {
  const id = newId(now);
  return {
    id,
    order_id: order.id,
    gateway,
    remote_id: null,
    state: "new",
    currency: order.currency,
    amount: order.amount,
    captured: 0,
    refunded: 0,
    unwanted: false,
    initiator,
    instrument_id: null,
    next_inspect_at: null,
    inspections: 0,
    created_at: now,
    updated_at: now,
    mit_key: single ? singleStepKey(id, 1) : null,
    key_until: null,
    approval_url: null,
    second_of: null,
    ...notClosed,
  };
}

/** An attempt at a payment, before anything is asked of its gateway. */
export function newAttempt({
  payment,
  charge,
  hash,
  n,
  now,
}: {
  payment: PaymentRow;
  charge: Pick<Charge, "initiator" | "address">;
  hash: string;
  n: number;
  now: Date;
}): AttemptRow {
  return {
    id: newId(now),
    payment_id: payment.id,
    n,
    initiator: charge.initiator,
    idem_key:
      payment.mit_key !== null && payment.remote_id === null
        ? singleStepKey(payment.id, n)
        : `pay_${payment.id}:confirm:${n}`,
    request_hash: hash,
    outcome: null,
    decline_code: null,
    advice: null,
    fingerprint: null,
    address: charge.address ?? null,
    created_at: now,
    ended_at: null,
    fault: null,
    body: null,
    body_hash: null,
    ...notClosed,
  };
}
