import {
  GatewayUnknown,
  type RemoteCapture,
  type RemoteInstrument,
  type RemoteLine,
  type RemoteRefund,
  type RemoteState,
  type Snapshot,
} from "../../records/gateway.ts";
import { amountOfPaypal } from "../../records/gateway-amounts.ts";
import { isOtherInstallation } from "./invoice.ts";
import { declined } from "./issues.ts";
import type { CaptureObject, OrderObject, RefundObject, TokenObject } from "./objects.ts";
import { settledOf } from "./settled.ts";

/** The form of our ids: no other system's object carries two of them. */
const ourId = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Converts an order at PayPal. An order of another installation in the same account is not ours. */
export function snapshotOf(
  order: OrderObject,
  { live, installation }: { live: boolean; installation: string | undefined },
): Snapshot {
  const [unit] = order.purchase_units;
  if (!unit) throw new GatewayUnknown("PayPal returned an order without an amount");
  const { reference_id: reference, custom_id: paymentId, invoice_id: invoiceId, amount, payments } = unit;
  const [orderId, sale] = (reference ?? "").split("/");
  const captures = payments?.captures ?? [];
  const last = captures.at(-1);
  const state = stateOf(order, last);
  const currency = amount.currency_code;
  const named = ourId.test(orderId ?? "") && ourId.test(paymentId ?? "");
  const isOurs = named && !isOtherInstallation(installation, invoiceId);
  return {
    remoteId: order.id,
    state,
    amount: amountOfPaypal(amount.value, currency),
    currency,
    paymentId: isOurs ? (paymentId ?? null) : null,
    orderId: isOurs ? (orderId ?? null) : null,
    sale: isOurs ? (sale ?? null) : null,
    customer: null,
    live,
    captures: state === "succeeded" ? captures.filter(isTaken).map(captureOf) : [],
    refunds: (payments?.refunds ?? []).map((refund) => refundOf(refund)),
    decline: last && isRefused(last) ? declined("CAPTURE_DECLINED") : null,
    instrument: instrumentOf(order),
    payerEmail: order.payment_source?.paypal?.email_address ?? null,
    next: state === "open" ? approvalOf(order) : null,
  };
}

// An order is COMPLETED even if its capture failed, so the state of the capture decides.
function stateOf({ status }: OrderObject, capture: CaptureObject | undefined): RemoteState {
  if (capture && isTaken(capture)) return "succeeded";
  if (capture?.status === "PENDING") return "pending";
  // It must never be captured a second time.
  if (capture && isRefused(capture)) return "cancelled";
  if (capture) throw new GatewayUnknown(`PayPal says ${capture.status} of a capture, which we do not know`);
  if (status === "APPROVED") return "approved";
  if (status === "VOIDED") return "cancelled";
  // Only we capture: without an approval no money can move.
  if (status === "CREATED" || status === "SAVED" || status === "PAYER_ACTION_REQUIRED") return "open";
  throw new GatewayUnknown(`PayPal says ${status} of an order, which we do not know`);
}

function isTaken({ status }: CaptureObject): boolean {
  return status === "COMPLETED" || status === "PARTIALLY_REFUNDED" || status === "REFUNDED";
}

function isRefused({ status }: CaptureObject): boolean {
  return status === "DECLINED" || status === "FAILED";
}

function captureOf(capture: CaptureObject): RemoteCapture {
  const { id, amount, seller_receivable_breakdown: breakdown } = capture;
  const currency = amount.currency_code;
  const gross = amountOfPaypal(amount.value, currency);
  return {
    line: lineOf(capture, gross),
    remoteId: id,
    amount: gross,
    currency,
    settled: breakdown ? settledOf(gross, currency, breakdown) : null,
  };
}

/**
 * Returns the line of the balance, as the transaction report will list it hours later: gross and fee in the currency of
 * the sale. A conversion has lines of its own.
 */
function lineOf(capture: CaptureObject, gross: number): RemoteLine | null {
  const {
    id,
    amount,
    seller_receivable_breakdown: breakdown,
    create_time: made,
    update_time: at = made,
  } = capture;
  const fee = breakdown?.paypal_fee;
  const currency = amount.currency_code;
  if (fee?.currency_code !== currency || at === undefined) return null;
  return {
    remoteId: id,
    kind: "sale",
    currency,
    gross,
    fee: amountOfPaypal(fee.value, currency),
    at: new Date(at),
    availableOn: null,
    source: { currency, amount: gross },
    rate: null,
    captureRemoteId: id,
    sourceId: null,
    paymentId: null,
  };
}

const refundStates: Partial<Record<string, RemoteRefund["state"]>> = {
  PENDING: "pending",
  COMPLETED: "done",
  FAILED: "failed",
  CANCELLED: "failed",
};

/** Converts a refund. */
export function refundOf(refund: RefundObject): RemoteRefund {
  const state = refundStates[refund.status];
  const captureRemoteId = captureIdOf(refund);
  if (!state || captureRemoteId === null)
    throw new GatewayUnknown(`PayPal says ${refund.status} of a refund, which we do not know`);
  const currency = refund.amount.currency_code;
  return {
    remoteId: refund.id,
    captureRemoteId,
    state,
    amount: amountOfPaypal(refund.amount.value, currency),
    currency,
    refundId: ourId.test(refund.custom_id ?? "") ? (refund.custom_id ?? null) : null,
  };
}

/** Returns the capture of a refund; PayPal names it only in a link. */
export function captureIdOf({ links }: Pick<RefundObject, "links">): string | null {
  const up = links.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/v2\/payments\/captures\/([A-Za-z0-9]{1,64})$/.exec(up)?.[1] ?? null;
}

function instrumentOf({ payment_source: source }: OrderObject): RemoteInstrument | null {
  const paypal = source?.paypal;
  if (!paypal?.email_address && !paypal?.account_id) return null;
  const vault = paypal.attributes?.vault;
  const token = vault?.status === "VAULTED" ? (vault.id ?? null) : null;
  return {
    ...accountOf(paypal.email_address, paypal.account_id),
    token,
    reusable: token !== null || (vault?.status === "APPROVED" ? "later" : false),
  };
}

/** Converts a saved PayPal account. */
export function instrumentOfToken({ id, payment_source: { paypal } }: TokenObject): RemoteInstrument {
  const account = accountOf(paypal?.email_address, paypal?.account_id ?? paypal?.payer_id);
  return { ...account, token: id, reusable: true };
}

function accountOf(email: string | undefined, account: string | undefined) {
  return {
    kind: "paypal" as const,
    customer: null,
    brand: null,
    last4: null,
    expMonth: null,
    expYear: null,
    email: email ? masked(email) : null,
    fingerprint: account ?? null,
    wallet: null,
  };
}

/** Masks an address so that only its owner recognises it. */
function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`;
}

/** Returns where the customer approves at PayPal. */
function approvalOf({ links }: Pick<OrderObject, "links">): Snapshot["next"] {
  const link = links.find(({ rel }) => rel === "payer-action") ?? links.find(({ rel }) => rel === "approve");
  return link ? { type: "redirect", url: link.href } : null;
}
