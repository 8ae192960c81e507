import type { Language } from "@cliffhanger/contract";

/**
 * Why a gateway declined. `advice`: with `never` this instrument is not tried again; with `authenticate` its
 * owner must confirm.
 */
export interface Decline {
  /** The gateway's own code, for operators. */
  code: string;
  /** The reason in the published catalogue. */
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

/** The wallet of a device or of a gateway that a card was given through. */
export type Wallet = "apple_pay" | "google_pay" | "link";

/** The payment instrument, and what later charges may use. */
export interface RemoteInstrument {
  kind: "card" | "paypal";
  /** What a later charge refers to (pm_…, a vault token); null when nothing is saved. */
  token: string | null;
  customer: string | null;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  /** The payer's PayPal address, masked. */
  email: string | null;
  fingerprint: string | null;
  wallet: Wallet | null;
  /** Whether merchant-initiated charges are possible. `later`: the gateway has not decided yet. */
  reusable: boolean | "later";
}

/** What the customer must do next: authenticate with the bank, or approve at the gateway. */
export type NextStep = { type: "action"; clientSecret: string } | { type: "redirect"; url: string } | null;

/** An instrument that is being saved without a payment. `approved`: its owner agreed, and it waits to be saved. */
export interface RemoteSetup {
  remoteId: string;
  /** Our id, where the gateway's object names it. */
  setupId: string | null;
  state: "open" | "action" | "approved" | "succeeded" | "failed" | "expired";
  /** The instrument, once it is saved. */
  instrument: RemoteInstrument | null;
  decline: Decline | null;
  next: NextStep;
}

/** Saves instruments without a payment, while their owner is present. */
export interface Setups {
  create(input: {
    key: string;
    setupId: string;
    customer: string | null;
    siteName: string;
    language: Language;
    description: string;
    returnUrl: string;
    cancelUrl: string;
  }): Promise<RemoteSetup>;
  fetch(remoteId: string): Promise<RemoteSetup>;
  /** Saves the instrument: `token` of the card form or a wallet, or null for an account whose owner approved at the gateway. */
  confirm(input: {
    key: string;
    remoteId: string;
    token: string | null;
    returnUrl: string;
  }): Promise<RemoteSetup>;
  /** Ensures that nothing is saved any more; `succeeded` means that the cancellation came too late. */
  cancel(remoteId: string, key: string): Promise<RemoteSetup>;
}
