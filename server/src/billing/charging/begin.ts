import { createHash } from "node:crypto";
import { inTransaction, type Trx } from "#platform/db/database";
import { verifiedNow } from "#platform/db/verified-clock";
import { explainedRefusal, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { notClosed } from "../records/closed.ts";
import type { GatewayName } from "../records/gateway.ts";
import { lockOrder, type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { finishAttempt } from "../records/payments/attempts.ts";
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  insertPayment,
  liveOf,
  lockPayments,
  type PaymentRow,
  updatePayment,
} from "../records/payments/repository.ts";
import type { RiskFacts } from "../records/risk-facts.ts";
import { isLivePayment } from "../records/states.ts";
import { movePayment } from "../records/transitions.ts";
import { checkAttempts, readAttempts } from "./limits.ts";
import { checkOneTap } from "./one-tap.ts";
import { riskFactsOf } from "./risk-facts.ts";

/** What a customer agreed to who wants a method kept for later unlocks. */
export interface Keep {
  version: string;
  text: string;
}

/** The parameters of a charge. */
export interface Charge {
  /** `customer`: the customer is present. `merchant`: a renewal with the saved instrument. */
  initiator: "customer" | "merchant";
  /** A payment method other than the order's. */
  method?: "card" | "paypal";
  /** pm_… of the card form, ctoken_… of a wallet, or the saved token; none for PayPal when the customer approves at the gateway. */
  token?: string | null;
  /** The remote object that the customer approved, in case there are several. */
  remoteId?: string;
  /** The saved instrument of that token. */
  instrumentId?: string;
  /** The gateway's id of the customer that the saved instrument belongs to. */
  customer?: string | null;
  /**
   * What the customer agreed to if the card is to be kept for later unlocks; null: it is not. Undefined leaves what is
   * stored, as for an order that its customer approved at PayPal.
   */
  keep?: Keep | null;
  billingDetails?: { name: string; email: string } | null;
  /** The customer approved in time, so the order may be charged although it has expired since. */
  agreed?: boolean;
  /** The client's address, to limit card testing. */
  address?: string | null;
}

/**
 * The result of starting an attempt. `go`: charge with it; `facts` are for the card gateway's fraud rules. `join`: another process is charging, or the order
 * is done. `clear`: another payment must be cancelled first.
 */
export type Begun =
  | { kind: "go"; order: OrderRow; payment: PaymentRow; attempt: AttemptRow; facts: RiskFacts | null }
  | { kind: "join"; order: OrderRow; payment: PaymentRow | undefined }
  | { kind: "clear"; payment: PaymentRow };

/** An attempt that has not reached its charge by then counts as abandoned. */
const PREPARATION_MS = 60_000;

/**
 * Starts an attempt to charge an order. It is stored before the gateway is called, so that a crash leaves a
 * trace. Throws ClockError on a machine whose clock is wrong: another node charges.
 */
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
    if (live) return joinOrClear(trx, { order, live, gateway, hash });
    const now = await verifiedNow(trx, billing.clock);
    if (order.state !== "pending") {
      const done = payments.find(({ state }) => state === "succeeded") ?? payments[0];
      return { kind: "join", order, payment: done };
    }
    const { visitor_id: visitorId } = order;
    const over = order.expires_at !== null && order.expires_at <= now && !charge.agreed;
    if (visitorId === null || over) throw explainedRefusal("order_gone");
    const checked =
      charge.initiator === "customer"
        ? await checkAttempts(trx, now, { visitorId, address: charge.address ?? null })
        : null;
    if (isOneTap(charge)) await checkOneTap(trx, now, { visitorId, order });
    const { token = null } = charge;
    const facts =
      gateway === "stripe"
        ? await riskFactsOf(
            trx,
            { ...order, visitor_id: visitorId },
            { token, now, recent: checked ?? (await readAttempts(trx, now, visitorId)) },
          )
        : null;
    const paidBy = {
      instrument_id: charge.instrumentId ?? null,
      ...(charge.keep === undefined ? {} : keepColumns(charge.keep)),
    };
    const known = await findUsable(trx, billing, payments, { gateway, charge, single });
    const payment =
      known ??
      (await insertPayment(trx, {
        ...newPayment(order, charge, now, { gateway, single }),
        ...paidBy,
        risk_facts: facts,
      }));
    const last = known && (await findAttempt(trx, known.id));
    if (last && last.ended_at === null) {
      const other = now.getTime() - last.created_at.getTime() < PREPARATION_MS;
      if (other) return { kind: "join", order, payment };
      await finishAttempt(trx, billing, last.id, { outcome: "abandoned", ended_at: now });
    }
    const attempt = newAttempt({ payment, charge, hash, n: (last?.n ?? 0) + 1, now });
    await insertAttempt(trx, attempt);
    const charged = known ? await updatePayment(trx, known.id, paidBy) : payment;
    const method = gateway === "stripe" ? "card" : "paypal";
    const chosen = order.method === method ? order : await updateOrder(trx, order.id, { method });
    return { kind: "go", order: chosen, payment: charged, attempt, facts };
  });
}

/**
 * Returns the payment that an attempt continues. A single-step payment has no remote object before its
 * charge. If an earlier attempt left an unpaid one, that payment is closed here and another one starts.
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

/**
 * Handles a payment that may still succeed: join it, or clear it if the customer left the bank's
 * authentication and chose another way.
 */
async function joinOrClear(
  trx: Trx,
  { order, live, gateway, hash }: { order: OrderRow; live: PaymentRow; gateway: GatewayName; hash: string },
): Promise<Begun> {
  if (live.state !== "action") return { kind: "join", order, payment: live };
  const attempt = await findAttempt(trx, live.id);
  const same = live.gateway === gateway && attempt?.request_hash === hash;
  return same ? { kind: "join", order, payment: live } : { kind: "clear", payment: live };
}

/** Returns whether a customer who is present pays by a saved method. */
export function isOneTap({ initiator, instrumentId }: Pick<Charge, "initiator" | "instrumentId">): boolean {
  return initiator === "customer" && instrumentId !== undefined;
}

/** Returns the columns of a payment that keep its method for later unlocks, or do not. */
export function keepColumns(keep: Keep | null) {
  return { keep_version: keep?.version ?? null, keep_text: keep?.text ?? null };
}

/** Returns whether an attempt may still charge. */
export function isCurrent(attempt: AttemptRow | undefined, ours: AttemptRow, payment: PaymentRow): boolean {
  return attempt?.id === ours.id && attempt.ended_at === null && !isLivePayment(payment.state);
}

/** Returns the idempotency key of a single-step charge. */
function singleStepKey(paymentId: string, n: number): string {
  return `pay_${paymentId}:mit:${n}`;
}

function requestHash({ amount, currency }: OrderRow, { initiator, token, keep }: Charge): string {
  const kept = keep ? [keep.version] : [];
  return createHash("sha256")
    .update(JSON.stringify([initiator, token ?? null, amount, currency, ...kept]))
    .digest("hex");
}

/** Returns a new payment row, before any call to its gateway. */
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
    ...keepColumns(null),
    risk_facts: null,
    ...notClosed,
  };
}

/** Returns a new attempt row, before any call to the gateway. */
export function newAttempt({
  payment,
  charge,
  hash,
  n,
  now,
}: {
  payment: PaymentRow;
  charge: Pick<Charge, "initiator" | "address" | "instrumentId">;
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
    instrument_id: isOneTap(charge) ? (charge.instrumentId ?? null) : null,
    ...notClosed,
  };
}
