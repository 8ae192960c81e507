import type Stripe from "stripe";
import { amountOfStripe } from "#platform/gateway-money";
import {
  GatewayUnknown,
  type RemoteDispute,
  type RemoteInstrument,
  type RemoteRefund,
  type RemoteState,
  type Snapshot,
} from "../../gateway.ts";
import { declineOf } from "./declines.ts";

/** How our objects are told from those of others in the same account. */
export interface Mark {
  app: "cliffhanger";
  env: string;
}

/** Whether an object carries our mark. */
export function isOurs(metadata: Stripe.Metadata | null | undefined, mark: Mark): boolean {
  return metadata?.["app"] === mark.app && metadata["env"] === mark.env;
}

const states: Partial<Record<string, RemoteState>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "action",
  processing: "pending",
  // We never ask for this: money that is held and not taken is nothing that gives a right to anything.
  requires_capture: "pending",
  succeeded: "succeeded",
  canceled: "canceled",
};

/** A payment intent in our words. */
export function snapshotOf(intent: Stripe.PaymentIntent, mark: Mark, refunds: RemoteRefund[] = []): Snapshot {
  const state = states[intent.status];
  if (!state) throw new GatewayUnknown(`Stripe says ${intent.status} of a payment, which we do not know`);
  const ours = isOurs(intent.metadata, mark);
  const failed = state === "open" ? intent.last_payment_error : null;
  return {
    remoteId: intent.id,
    state: failed ? "declined" : state,
    amount: amountOfStripe(intent.amount, intent.currency.toUpperCase()),
    currency: intent.currency.toUpperCase(),
    paymentId: ours ? (intent.metadata["payment_id"] ?? null) : null,
    orderId: ours ? (intent.metadata["order_id"] ?? null) : null,
    live: intent.livemode,
    captures: state === "succeeded" ? capturesOf(intent) : [],
    refunds,
    decline: failed ? declineOf(failed) : null,
    instrument: instrumentOf(intent, state),
    next:
      state === "action" && intent.client_secret
        ? { type: "action", clientSecret: intent.client_secret }
        : null,
  };
}

function capturesOf(intent: Stripe.PaymentIntent): Snapshot["captures"] {
  const { latest_charge: charge } = intent;
  if (charge === null)
    throw new GatewayUnknown("Stripe says that a payment succeeded, and not by which charge");
  const currency = intent.currency.toUpperCase();
  const amount = amountOfStripe(intent.amount_received, currency);
  if (typeof charge === "string") return [{ remoteId: charge, amount, currency, fee: null }];
  return [
    {
      remoteId: charge.id,
      amount,
      currency,
      fee: feeOf(charge.balance_transaction, intent.currency),
    },
  ];
}

/** In another currency than the payment's, the fee is of no use to our books. */
function feeOf(transaction: string | Stripe.BalanceTransaction | null, currency: string): number | null {
  if (transaction === null || typeof transaction === "string") return null;
  return transaction.currency === currency ? amountOfStripe(transaction.fee, currency.toUpperCase()) : null;
}

function instrumentOf(intent: Stripe.PaymentIntent, state: RemoteState): RemoteInstrument | null {
  const method = intent.payment_method ?? intent.last_payment_error?.payment_method ?? null;
  if (method === null || typeof method === "string") return null;
  const deciding = state === "pending" || state === "action";
  const instrument = keptCard(method);
  if (instrument.reusable === true || !deciding || intent.setup_future_usage !== "off_session")
    return instrument;
  return { ...instrument, reusable: "later" };
}

/** A card as far as it may be known here; only what hangs on a customer can be charged again. */
export function keptCard(method: Stripe.PaymentMethod): RemoteInstrument {
  const customer = idOf(method.customer);
  const { card } = method;
  return {
    kind: "card",
    token: customer === null ? null : method.id,
    customer,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    email: null,
    fingerprint: card?.fingerprint ?? null,
    reusable: customer !== null,
  };
}

const refundStates: Partial<Record<string, RemoteRefund["state"]>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

/** A refund in our words. */
export function refundOf(refund: Stripe.Refund, mark: Mark): RemoteRefund {
  const state = refundStates[refund.status ?? ""];
  const captureRemoteId = idOf(refund.charge);
  if (!state || captureRemoteId === null)
    throw new GatewayUnknown(`Stripe says ${refund.status} of a refund, which we do not know`);
  return {
    remoteId: refund.id,
    captureRemoteId,
    state,
    amount: amountOfStripe(refund.amount, refund.currency.toUpperCase()),
    currency: refund.currency.toUpperCase(),
    refundId: isOurs(refund.metadata, mark) ? (refund.metadata?.["refund_id"] ?? null) : null,
  };
}

/** A dispute in our words. A fee in another currency than the payment's is of no use to our books. */
export function disputeOf(dispute: Stripe.Dispute): RemoteDispute {
  const { currency } = dispute;
  const counted = (amount: number) => amountOfStripe(amount, currency.toUpperCase());
  const fees = dispute.balance_transactions
    .filter((move) => move.currency === currency)
    .map(({ fee }) => counted(fee));
  return {
    remoteId: dispute.id,
    state: disputeState(dispute.status),
    amount: counted(dispute.amount),
    currency: currency.toUpperCase(),
    moved: dispute.balance_transactions.length > 0,
    fee: sum(fees.filter((fee) => fee > 0)),
    feeReturned: sum(fees.filter((fee) => fee < 0).map((fee) => -fee)),
  };
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The state of a dispute in our words. A warning that was closed, or a dispute that was prevented, took no money. */
export function disputeState(status: string): RemoteDispute["state"] {
  if (status === "won" || status === "warning_closed" || status === "prevented") return "won";
  if (status === "lost") return "lost";
  return status.startsWith("warning_") ? "warning" : "opened";
}

/** The id of what may have been sent along whole. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  if (thing === null || thing === undefined) return null;
  return typeof thing === "string" ? thing : thing.id;
}
