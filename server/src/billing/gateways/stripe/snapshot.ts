import type Stripe from "stripe";
import {
  type Amount,
  type DisputeMovement,
  GatewayUnknown,
  type RemoteDispute,
  type RemoteInstrument,
  type RemoteLine,
  type RemoteRefund,
  type RemoteSettlement,
  type RemoteState,
  type Snapshot,
  type Wallet,
} from "../../records/gateway.ts";
import { amountOfStripe } from "../../records/gateway-amounts.ts";
import { declineOf } from "./declines.ts";

/** The metadata that distinguishes our objects from others in the same account. */
export interface Mark {
  app: "cliffhanger";
  env: string;
  installation?: string;
}

/**
 * Returns whether an object has our mark. One without an installation code predates the codes, and is ours.
 */
export function isOurs(metadata: Stripe.Metadata | null | undefined, mark: Mark): boolean {
  if (metadata?.["app"] !== mark.app || metadata["env"] !== mark.env) return false;
  const named = metadata["installation"];
  return named === undefined || mark.installation === undefined || named === mark.installation;
}

const states: Partial<Record<string, RemoteState>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "action",
  processing: "pending",
  // We never request this: money that is held but not captured pays for nothing.
  requires_capture: "pending",
  succeeded: "succeeded",
  canceled: "cancelled",
};

/** Converts a payment intent. */
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
    sale: ours ? (intent.metadata["sale"] ?? null) : null,
    customer: idOf(intent.customer),
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
  if (typeof charge === "string") return [{ remoteId: charge, amount, currency, settled: null, line: null }];
  const settled = settledOf(charge.balance_transaction);
  const line = lineOf(charge, { amount, currency });
  return [{ remoteId: charge.id, amount, currency, settled, line }];
}

/** Returns the line of the balance, as the list of balance transactions has it. */
function lineOf({ id, balance_transaction: line }: Stripe.Charge, source: Amount): RemoteLine | null {
  const settled = settledOf(line);
  if (settled === null || line === null || typeof line === "string") return null;
  return {
    remoteId: line.id,
    kind: "sale",
    currency: settled.currency,
    gross: settled.amount,
    fee: settled.fee,
    at: new Date(line.created * 1000),
    availableOn: new Date(line.available_on * 1000),
    source,
    rate: settled.rate,
    captureRemoteId: id,
    sourceId: id,
    paymentId: null,
  };
}

/** Returns null while the capture is asynchronous and its balance line is not written. */
function settledOf(transaction: string | Stripe.BalanceTransaction | null): RemoteSettlement | null {
  if (transaction === null || typeof transaction === "string") return null;
  const currency = transaction.currency.toUpperCase();
  const [amount, fee] = [
    amountOfStripe(transaction.amount, currency),
    amountOfStripe(transaction.fee, currency),
  ];
  return {
    currency,
    amount,
    fee,
    rate: transaction.exchange_rate === null ? null : String(transaction.exchange_rate),
  };
}

function instrumentOf(intent: Stripe.PaymentIntent, state: RemoteState): RemoteInstrument | null {
  const method = intent.payment_method ?? intent.last_payment_error?.payment_method ?? null;
  if (method === null || typeof method === "string") return null;
  const deciding = state === "pending" || state === "action";
  const instrument = savedCard(method);
  if (instrument.reusable === true || !deciding || intent.setup_future_usage !== "off_session")
    return instrument;
  return { ...instrument, reusable: "later" };
}

const wallets: Partial<Record<string, Wallet>> = {
  apple_pay: "apple_pay",
  google_pay: "google_pay",
  link: "link",
};

/** Converts a card; only one attached to a customer can be charged again. */
export function savedCard(method: Stripe.PaymentMethod): RemoteInstrument {
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
    wallet: wallets[card?.wallet?.type ?? ""] ?? null,
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

/** Converts a refund. */
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

/** Converts a dispute. */
export function disputeOf(dispute: Stripe.Dispute): RemoteDispute {
  const currency = dispute.currency.toUpperCase();
  return {
    remoteId: dispute.id,
    state: disputeState(dispute.status),
    amount: amountOfStripe(dispute.amount, currency),
    currency,
    movements: dispute.balance_transactions
      .toSorted((one, other) => one.created - other.created)
      .flatMap((transaction) => movementsOf(transaction)),
    reason: dispute.reason,
    dueBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
    evidence: evidenceOf(dispute),
  };
}

function evidenceOf({ status, evidence_details: details }: Stripe.Dispute): RemoteDispute["evidence"] {
  if (details.submission_count > 0) return "sent";
  return status.endsWith("needs_response") && !details.past_due ? "open" : "closed";
}

/** Splits a balance transaction, which combines money and fee, in its own currency. */
function movementsOf({
  id,
  amount,
  fee,
  currency: code,
  created,
}: Stripe.BalanceTransaction): DisputeMovement[] {
  const currency = code.toUpperCase();
  const movement = (ref: string, kind: DisputeMovement["kind"], sum: number): DisputeMovement[] => {
    const moved = Math.round(Math.abs(amountOfStripe(sum, currency)));
    const at = new Date(created * 1000);
    return sum === 0 ? [] : [{ ref, kind, amount: moved, currency, at, alsoRefund: false }];
  };
  return [
    ...movement(id, amount < 0 ? "hold" : "release", amount),
    ...movement(`${id}:fee`, fee > 0 ? "fee" : "fee_returned", fee),
  ];
}

/** Converts the state of a dispute. A closed warning and a prevented dispute took no money. */
export function disputeState(status: string): RemoteDispute["state"] {
  if (status === "won" || status === "warning_closed" || status === "prevented") return "won";
  if (status === "lost") return "lost";
  return status.startsWith("warning_") ? "warning" : "opened";
}

/** Returns the id of a reference that may be expanded. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  if (thing === null || thing === undefined) return null;
  return typeof thing === "string" ? thing : thing.id;
}
