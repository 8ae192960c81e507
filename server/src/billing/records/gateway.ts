import type { Language } from "@cliffhanger/contract";

/** The gateways; `card` orders go through Stripe. */
export type GatewayName = "stripe" | "paypal";

/** An amount in ISO minor units. */
export interface Amount {
  amount: number;
  currency: string;
}

/** What a remote payment object can be, in our words (docs/payments.md#states-of-a-payment). */
export type RemoteState = "open" | "approved" | "action" | "pending" | "succeeded" | "declined" | "cancelled";

/** Why a gateway said no. `advice` never: this instrument is not tried again; authenticate: its owner must confirm. */
export interface Decline {
  /** The gateway's own code, for operators. */
  code: string;
  /** Its word in our published catalogue. */
  reason:
    | "card_declined"
    | "insufficient_funds"
    | "card_expired"
    | "cvc_wrong"
    | "card_refused"
    | "authentication_failed"
    | "paypal_declined"
    | "paypal_not_approved";
  advice: "retry" | "never" | "authenticate" | "other_method";
}

/** What was paid with, and what later charges may use. */
export interface RemoteInstrument {
  kind: "card" | "paypal";
  /** What a later charge names (pm_…, a vault token); null where nothing is kept for later. */
  token: string | null;
  customer: string | null;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  /** The payer's PayPal address, masked. */
  email: string | null;
  fingerprint: string | null;
  /** Whether later charges without the person are possible. `later`: the gateway has not decided yet. */
  reusable: boolean | "later";
}

/** What money became in the currency that the gateway's account keeps, before the fee. */
export interface RemoteSettlement extends Amount {
  /** The gateway's own share, in minor units of the same currency. */
  fee: number;
  /** A decimal number: how much of it one unit of the buyer's currency made; null where nothing was converted. */
  rate: string | null;
}

/** Money that a gateway took. */
export interface RemoteCapture extends Amount {
  remoteId: string;
  /** Null while its line of the gateway's balance is not known. */
  settled: RemoteSettlement | null;
}

/** Money that a gateway gives back. */
export interface RemoteRefund extends Amount {
  remoteId: string;
  captureRemoteId: string;
  state: "pending" | "done" | "failed";
  /** Our own refund's id where we asked for it, as the gateway carries it along; null for one made at the gateway. */
  refundId: string | null;
}

/** A remote payment object as it is now: the only thing that settling believes. */
export interface Snapshot extends Amount {
  remoteId: string;
  state: RemoteState;
  /** What the object says of whose it is; null: not made by us. */
  paymentId: string | null;
  orderId: string | null;
  live: boolean;
  captures: RemoteCapture[];
  refunds: RemoteRefund[];
  decline: Decline | null;
  instrument: RemoteInstrument | null;
  /** What the person must do next: the bank's step, or approval at the gateway. */
  next: { type: "action"; clientSecret: string } | { type: "redirect"; url: string } | null;
}

/** What a new remote object is made from. */
export interface CreateInput extends Amount {
  /** Our row's key: the same key is the same object, however often it is sent. */
  key: string;
  orderId: string;
  orderNumber: string;
  paymentId: string;
  /** What the person sees at the gateway. */
  description: string;
  siteName: string;
  language: Language;
  visitorId: string;
  email: string | null;
  /** The gateway's customer of this person, where there is one. */
  customer: string | null;
  /** Whether later charges without the person are wanted: a membership's first payment, or one that renews its instrument. */
  keep: boolean;
  /** Who will charge it, as in {@link ChargeInput}; the person where it is not said. */
  initiator?: "customer" | "merchant";
  /** Where the gateway sends the browser back to, whole addresses. */
  returnUrl: string;
  cancelUrl: string;
}

/** What a charge is made with. */
export interface ChargeInput {
  key: string;
  remoteId: string;
  /** `customer`: the person is here. `merchant`: a renewal without them, by the instrument kept for it. */
  initiator: "customer" | "merchant";
  /** pm_… from the field iframes, or the kept token; null for PayPal where the person has approved the order itself. */
  token: string | null;
  keep: boolean;
  /** The person's name and address as they gave them on the form. */
  billing: { name: string; email: string } | null;
  returnUrl: string;
}

/** What a refund is made from. */
export interface RefundInput extends Amount {
  key: string;
  refundId: string;
  captureRemoteId: string;
  paymentRemoteId: string;
}

/** Money that a bank wants back, or a warning that one will. */
export interface RemoteDispute extends Amount {
  remoteId: string;
  state: DisputeState;
  /** What it did to our balance so far, oldest first. */
  moves: DisputeMove[];
}

/** One move of our balance because of a dispute, in the currency of that balance. */
export interface DisputeMove extends Amount {
  /** The same move has the same one, however often it is told. */
  ref: string;
  /** `hold`: taken until it is decided; `release`: given back; `settlement`: gone for good. */
  kind: "hold" | "release" | "settlement" | "fee" | "fee_returned";
  at: Date;
  /** Whether the gateway may list the same money among the refunds of the capture too. */
  alsoRefund: boolean;
}

/** `warning`: no money has moved yet. `won`: it stays with us, or the warning came to nothing. */
export type DisputeState = "opened" | "won" | "lost" | "warning";

/** A hint that something may have changed, from a webhook or the list of events: never believed, only looked at. */
export interface Hint {
  eventId: string;
  type: string;
  /**
   * What to look at: a payment object, an instrument, or nothing of ours. `final`: what the payment is said to have ended
   * as; where our books say so already, there is nothing to look at.
   */
  subject:
    | { kind: "payment"; remoteId: string; final?: "succeeded" | "cancelled" }
    | { kind: "instrument"; token: string; change: "updated" | "dead" }
    | { kind: "dispute"; paymentRemoteId: string; state: DisputeState }
    | { kind: "none" };
}

/** What a saved method is charged with where its gateway makes the remote object and takes the money in one request. */
export interface SavedChargeInput extends CreateInput {
  token: string;
}

/** What a single-step charge came to. */
export type SavedCharge =
  /** The object is there; `captures`: its money waits to be taken by {@link Gateway.charge}. */
  { kind: "made"; snapshot: Snapshot; captures: boolean } | { kind: "declined"; decline: Decline };

/** What a gateway knows of a single-step charge whose answer was lost. */
export interface LostCharge {
  /** The remote objects that it was charged by; more than one, and the money came twice. */
  remoteIds: string[];
  /** Whether its invoice number was paid by something that is not ours. */
  foreign: boolean;
  /** Whether an empty result proves that nothing was charged; `unreadable`: this account may not ask. */
  proves: boolean | "unreadable";
}

/** Charges of a saved method in a single step: until its answer is known, nobody knows what the remote object is called. */
export interface SavedCharges {
  /** For how long the very same request may be sent again. The gateway forgets its key soon after. */
  readonly keyMs: number;
  /** The request, written out: sent again, it is the same to the letter. */
  request(input: SavedChargeInput): string;
  /** Sends it. Throws {@link GatewayPaidBefore} where the invoice number was paid already. */
  send(key: string, request: string): Promise<SavedCharge>;
  /** Looks for one by what we called it: in the list of events, and on request in the slower report of all transactions. */
  find(lost: {
    paymentId: string;
    orderNumber: string;
    since: Date;
    now: Date;
    inReport: boolean;
  }): Promise<LostCharge>;
}

/** One payment gateway (R6). Every method may throw {@link GatewayRefused}, {@link GatewayBusy} or {@link GatewayUnknown}. */
export interface Gateway {
  readonly name: GatewayName;
  /** Whether its keys move real money. */
  readonly live: boolean;
  /** Where its account is, as two letters, as far as the operator said so. */
  readonly country: string | null;
  /** Makes sure the person is a customer there; returns the remote id, null where the gateway has no such thing. */
  customer(input: { key: string; visitorId: string; email: string | null }): Promise<string | null>;
  /** Makes the remote object. No money moves. */
  create(input: CreateInput): Promise<Snapshot>;
  /** The remote object as it is now. */
  look(remoteId: string): Promise<Snapshot>;
  /** Where a saved method is charged in a single step; null: by {@link create} and {@link charge}. */
  readonly saved: SavedCharges | null;
  /** Moves the money; a decline is a snapshot, not an error. */
  charge(input: ChargeInput): Promise<Snapshot>;
  /** Makes sure that the object is never paid; a snapshot `succeeded` says that it was too late. */
  cancel(remoteId: string, key: string): Promise<Snapshot>;
  refund(input: RefundInput): Promise<RemoteRefund>;
  lookRefund(remoteId: string): Promise<RemoteRefund>;
  /** Has the gateway forget a kept instrument. */
  forget(token: string): Promise<void>;
  /** A kept instrument as it is now; null once it can no longer be charged. */
  lookInstrument(token: string): Promise<RemoteInstrument | null>;
  /** The newest dispute about a payment; null where there is none. */
  lookDispute(paymentRemoteId: string): Promise<RemoteDispute | null>;
  /**
   * Checks a webhook's raw bytes and reads what it hints at. Throws GatewayRefused where it is not from the gateway, and
   * GatewayUnknown where that cannot be found out now.
   */
  verify(raw: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): Promise<Hint>;
  /** Events since a moment, oldest first, for what no webhook told us. */
  events(since: Date): AsyncIterable<Hint & { at: Date }>;
}

/**
 * The gateway understood and refused; nothing was done. Its code is for operators. `fault` says whose doing it is: what is not
 * known to be the buyer's is the merchant's, so that nobody is blamed for what they cannot mend.
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

/** The gateway did nothing and may be asked the same again: 429, a lock, the same key in flight. */
export class GatewayBusy extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayBusy";
  }
}

/** Nobody knows whether it was done: no answer, 5xx, or one that makes no sense. Look before anything else. */
export class GatewayUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayUnknown";
  }
}

/** The invoice number was paid before: by an answer that was lost, or by somebody else. Nobody may charge it again blindly. */
export class GatewayPaidBefore extends GatewayUnknown {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayPaidBefore";
  }
}
