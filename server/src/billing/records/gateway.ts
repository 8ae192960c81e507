import type { Language } from "@cliffhanger/contract";
import type {
  AcceptInput,
  Amount,
  DisputeState,
  EvidenceInput,
  FraudWarning,
  RemoteDispute,
} from "./gateway-dispute.ts";
import type { Decline, NextStep, RemoteInstrument, Setups } from "./gateway-instrument.ts";
import type { RiskFacts } from "./risk-facts.ts";

export type {
  AcceptInput,
  Amount,
  DisputeMovement,
  DisputeState,
  EvidenceInput,
  FraudWarning,
  RemoteDispute,
} from "./gateway-dispute.ts";
export type {
  Decline,
  NextStep,
  RemoteInstrument,
  RemoteSetup,
  Setups,
  Wallet,
} from "./gateway-instrument.ts";

/** The gateways; `card` orders go through Stripe. */
export type GatewayName = "stripe" | "paypal";

/** How the gateways are called in sentences. */
export const gatewayNames: Readonly<Record<GatewayName, string>> = { stripe: "Stripe", paypal: "PayPal" };

/** The state of a remote payment object, in our terms (docs/payments.md#states-of-a-payment). */
export type RemoteState = "open" | "approved" | "action" | "pending" | "succeeded" | "declined" | "cancelled";

/** What a capture brought in the currency of the gateway's account, before the fee. */
export interface RemoteSettlement extends Amount {
  /** The gateway's fee, in minor units of the same currency. */
  fee: number;
  /** A decimal number: the exchange rate from the buyer's currency; null without conversion. */
  rate: string | null;
}

/** Money that a gateway captured. */
export interface RemoteCapture extends Amount {
  remoteId: string;
  /** Null until the balance line of this capture is known. */
  settled: RemoteSettlement | null;
  /** The line itself; null until it is known. */
  line: RemoteLine | null;
}

/**
 * What a line of a gateway's balance is. `fee`: one of the account, not of a payment. `conversion`: between two balances.
 * `opening`: the balance from before the first reading. `other`: unknown to us.
 */
export type LineKind =
  | "sale"
  | "refund"
  | "refund_failed"
  | "dispute"
  | "fee"
  | "payout"
  | "payout_failed"
  | "conversion"
  | "opening"
  | "other";

/** A line of a gateway's balance, in the currency of that balance. What is taken is negative. */
export interface RemoteLine {
  remoteId: string;
  kind: LineKind;
  currency: string;
  gross: number;
  fee: number;
  at: Date;
  availableOn: Date | null;
  /** The same money in the currency of the sale; null for lines that belong to none. */
  source: Amount | null;
  rate: string | null;
  /** The capture that it concerns; null for lines that concern none. */
  captureRemoteId: string | null;
  /** The refund, dispute or payout. */
  sourceId: string | null;
  /** Our payment, where the gateway's object names it. */
  paymentId: string | null;
}

/** A payout to our bank. */
export interface RemotePayout extends Amount {
  remoteId: string;
  automatic: boolean;
  state: "in_transit" | "paid" | "failed";
  arrival: Date | null;
}

/** The gateway's own books: its balance, and the lines that it consists of. */
export interface GatewayBooks {
  /**
   * Hands over all lines since a moment, page by page; a line may come twice. Returns the moment until which they are
   * complete.
   */
  readLines(since: Date, now: Date, take: (page: readonly RemoteLine[]) => Promise<void>): Promise<Date>;
  /** Returns the balances. `at` null: of this moment, because the gateway does not know earlier ones. */
  balances(until: Date): Promise<{ amounts: Amount[]; at: Date | null }>;
  /** Lists payouts since a moment; empty where lines are all that the gateway tells. */
  payouts(since: Date): Promise<RemotePayout[]>;
  /** Lists the lines of an automatic payout, by their remote ids, without that of the payout itself. */
  linesOf(payoutId: string): Promise<string[]>;
}

/** A refund at a gateway. */
export interface RemoteRefund extends Amount {
  remoteId: string;
  captureRemoteId: string;
  state: "pending" | "done" | "failed";
  /** The id of our refund, as the gateway carries it; null for a refund made at the gateway. */
  refundId: string | null;
}

/** The current state of a remote payment object: the only source that settlement trusts. */
export interface Snapshot extends Amount {
  remoteId: string;
  state: RemoteState;
  /** Our ids, read from the object; null: the object is not ours. */
  paymentId: string | null;
  orderId: string | null;
  /** What the order sells, as {@link CreateInput.sale}; null: unknown. */
  sale: string | null;
  /** The gateway's id of the customer whom the object names; null: nobody. */
  customer: string | null;
  live: boolean;
  captures: RemoteCapture[];
  refunds: RemoteRefund[];
  decline: Decline | null;
  instrument: RemoteInstrument | null;
  /** The payer's email address, where the gateway tells it. */
  payerEmail?: string | null;
  next: NextStep;
}

/** The input for a new remote object. */
export interface CreateInput extends Amount {
  /** The idempotency key: requests with the same key return the same object. */
  key: string;
  orderId: string;
  orderNumber: string;
  paymentId: string;
  /** What the order sells (records/sale-mark.ts), kept with the object; absent: unknown. */
  sale?: string | null;
  /** For the gateway's fraud rules, where it has any; absent: unknown. */
  facts?: RiskFacts | null;
  /** What the customer sees at the gateway. */
  description: string;
  siteName: string;
  language: Language;
  visitorId: string;
  email: string | null;
  /** The gateway's id of this customer, if there is one. */
  customer: string | null;
  /**
   * Whether to save the instrument for later charges: for a subscription's first payment, or one that
   * replaces its instrument, or an unlock whose customer wants it kept.
   */
  saveInstrument: boolean;
  /** What a saved instrument may be used for; `off_session` by default: also for charges without its owner. */
  usage?: "on_session" | "off_session";
  /** Who will charge it, as in {@link ChargeInput}; `customer` by default. */
  initiator?: "customer" | "merchant";
  /** Absolute URLs to which the gateway redirects the browser. */
  returnUrl: string;
  cancelUrl: string;
}

/** The input for a charge. */
export interface ChargeInput {
  key: string;
  remoteId: string;
  /** `customer`: the customer is present. `merchant`: a renewal with the saved instrument. */
  initiator: "customer" | "merchant";
  /**
   * pm_… from the card form, ctoken_… from a wallet, or the saved token; null for PayPal when the customer approved the order itself.
   */
  token: string | null;
  saveInstrument: boolean;
  usage?: "on_session" | "off_session";
  /** The customer whom the object must name before it is charged, because it names nobody or somebody else. */
  customer?: string | null;
  /** What the fraud rules of the gateway must know before this charge, because the object was created before it. */
  facts?: RiskFacts | null;
  /** Whether the bank must authenticate the customer, who is present. */
  authenticate?: boolean;
  /** The customer's name and address from the form. */
  billing: { name: string; email: string } | null;
  returnUrl: string;
}

/** The input for a refund. */
export interface RefundInput extends Amount {
  key: string;
  refundId: string;
  captureRemoteId: string;
  paymentRemoteId: string;
}

/**
 * A hint that something may have changed, from a webhook or the event list. It is never trusted, only a
 * reason to fetch the object.
 */
export interface Hint {
  eventId: string;
  type: string;
  /**
   * What to fetch: a payment object, an instrument, or nothing of ours. `final` is the end state that the
   * event claims; if our records already agree, nothing is fetched.
   */
  subject:
    | { kind: "payment"; remoteId: string; final?: "succeeded" | "cancelled" }
    | { kind: "instrument"; token: string; change: "updated" | "dead" }
    | { kind: "setup"; remoteId: string }
    | { kind: "dispute"; paymentRemoteId: string; state: DisputeState }
    | { kind: "none" };
}

/**
 * The input for a charge of a saved instrument, when the gateway creates the object and captures in one
 * request.
 */
export interface SavedChargeInput extends CreateInput {
  token: string;
}

/** The result of a single-step charge. */
export type SavedCharge =
  /** The object exists. `captures`: its money is still to be captured by {@link Gateway.charge}. */
  { kind: "made"; snapshot: Snapshot; captures: boolean } | { kind: "declined"; decline: Decline };

/** What a gateway knows about a single-step charge whose response was lost. */
export interface LostCharge {
  /** The remote objects that it created; with more than one, the money was captured twice. */
  remoteIds: string[];
  /** Whether its invoice number was paid through an object that is not ours. */
  paidElsewhere: boolean;
  /**
   * Whether an empty result proves that nothing was charged; `unreadable`: this account lacks the permission.
   */
  proves: boolean | "unreadable";
}

/**
 * Single-step charges of saved instruments. The id of the remote object is unknown until the response
 * arrives.
 */
export interface SavedCharges {
  /** How long the identical request may be repeated. The gateway forgets its key soon after. */
  readonly keyMs: number;
  /** Returns the serialised request; a repeat must be byte-identical. */
  request(input: SavedChargeInput): string;
  /** Sends the request. Throws {@link GatewayPaidBefore} if the invoice number is already paid. */
  send(key: string, request: string): Promise<SavedCharge>;
  /** Finds a lost charge by our ids: in the event list and, on request, in the slower transaction report. */
  find(lost: {
    paymentId: string;
    orderNumber: string;
    since: Date;
    now: Date;
    inReport: boolean;
  }): Promise<LostCharge>;
}

/**
 * One payment gateway (R6). Every method may throw {@link GatewayRefused}, {@link GatewayBusy} or {@link
 * GatewayUnknown}.
 */
export interface Gateway {
  readonly name: GatewayName;
  /** Whether its keys move real money. */
  readonly live: boolean;
  /** The country of the account as two letters; null if the operator did not set it. */
  readonly country: string | null;
  /**
   * Ensures that the customer exists at the gateway; returns the remote id, or null if the gateway has no
   * customers.
   */
  customer(input: { key: string; visitorId: string; email: string | null }): Promise<string | null>;
  /** Creates the remote object. No money moves. */
  create(input: CreateInput): Promise<Snapshot>;
  /** Fetches the current state of the remote object. */
  fetchPayment(remoteId: string): Promise<Snapshot>;
  readonly books: GatewayBooks;
  readonly setups: Setups;
  /** Charges saved instruments in a single step; null: use {@link create} and {@link charge}. */
  readonly saved: SavedCharges | null;
  /** Captures the money; a decline is a snapshot, not an error. */
  charge(input: ChargeInput): Promise<Snapshot>;
  /**
   * Ensures that the object can never be paid; a snapshot `succeeded` means that the cancellation came too
   * late.
   */
  cancel(remoteId: string, key: string): Promise<Snapshot>;
  refund(input: RefundInput): Promise<RemoteRefund>;
  fetchRefund(remoteId: string): Promise<RemoteRefund>;
  /** Deletes a saved instrument at the gateway. */
  forget(token: string): Promise<void>;
  /** Fetches a saved instrument; null once it can no longer be charged. */
  fetchInstrument(token: string): Promise<RemoteInstrument | null>;
  /** Fetches the newest dispute of a payment, or null. */
  fetchDispute(paymentRemoteId: string): Promise<RemoteDispute | null>;
  /** Sends evidence for a dispute, by the gateway's field names. It counts at once and cannot be taken back. */
  sendEvidence(input: EvidenceInput): Promise<void>;
  /** Gives a dispute up: the buyer gets the money. It cannot be taken back. */
  acceptDispute(input: AcceptInput): Promise<void>;
  /** Fetches the newest early fraud warning of a payment, or null; gateways without such warnings have none. */
  fetchWarning(paymentRemoteId: string): Promise<FraudWarning | null>;
  /**
   * Verifies a webhook's raw bytes and returns its hint. Throws GatewayRefused if it is not from the gateway,
   * and GatewayUnknown if that cannot be determined now.
   */
  verify(raw: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): Promise<Hint>;
  /** Lists events since a given time, oldest first, to find those whose webhook was lost. */
  events(since: Date): AsyncIterable<Hint & { at: Date }>;
}

/**
 * The gateway understood and refused; nothing was done. `code` is for operators. Unless the fault is known to
 * be the buyer's, it is the merchant's: no buyer is blamed for what they cannot fix.
 */
export class GatewayRefused extends Error {
  readonly code: string;
  readonly fault: "buyer" | "merchant";
  constructor(
    code: string,
    message: string,
    { fault = "merchant", ...options }: ErrorOptions & { fault?: "buyer" | "merchant" } = {},
  ) {
    super(message, options);
    this.name = "GatewayRefused";
    this.code = code;
    this.fault = fault;
  }
}

/** The gateway did nothing and may be asked again: 429, a lock, or the same key in flight. */
export class GatewayBusy extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayBusy";
  }
}

/**
 * The outcome is unknown: no response, a 5xx, or one that cannot be parsed. Fetch the object before anything
 * else.
 */
export class GatewayUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayUnknown";
  }
}

/**
 * The invoice number is already paid: by a request whose response was lost, or by another system. Never
 * repeat the charge unchecked.
 */
export class GatewayPaidBefore extends GatewayUnknown {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayPaidBefore";
  }
}
