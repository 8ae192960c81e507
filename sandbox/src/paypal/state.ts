import type { Clock } from "../gateway/clock.ts";
import type { Store } from "../gateway/store.ts";
import type { Money } from "./money.ts";

/** The state of PayPal: its data, its time, its address, and the shop's account. */
export interface World {
  store: Store;
  clock: Clock;
  /** Returns the address of the API and the buyer's pages, without a trailing slash. */
  base(): string;
  merchant: Merchant;
  /** Sends an event to endpoints, by their numbers. */
  send(event: { id: string; type: string }, endpoints: string[]): void;
}

/** The shop's account. */
export interface Merchant {
  clientId: string;
  clientSecret: string;
  accountId: string;
  email: string;
}

/** A purchase unit as requested. */
export interface Unit {
  reference_id?: string;
  amount: Money & { breakdown?: Record<string, Money> };
  payee?: { email_address?: string; merchant_id?: string };
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  soft_descriptor?: string;
  items?: { name: string; unit_amount: Money; tax?: Money; quantity: string }[];
  shipping?: Record<string, unknown>;
}

/** The buyer's experience: branding and return addresses. */
export interface Experience {
  brand_name?: string;
  locale?: string;
  return_url?: string;
  cancel_url?: string;
  user_action?: string;
}

export type OrderStatus = "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED" | "VOIDED";

/** What an order wants saved for later payments. */
export interface VaultRequest {
  description?: string;
  customerId?: string;
  permitsMany: boolean;
}

/** A checkout order. */
export interface Order {
  id: string;
  status: OrderStatus;
  createdAt: number;
  updatedAt: number;
  units: Unit[];
  /** Whether it was created with payment_source.paypal, which changes its states and links. */
  hasSource: boolean;
  experience: Experience;
  vault: VaultRequest | null;
  /** The buyer who approved it, or whose token pays. */
  buyer: string | null;
  approvedAt: number | null;
  /** The saved wallet that it named at its creation, to be captured without approval. */
  source?: { tokenId: string; byMerchant: boolean };
  /** The token that was created from it. */
  tokenId: string | null;
  vaultStatus: "VAULTED" | "APPROVED" | null;
}

export type CaptureStatus =
  | "COMPLETED"
  | "PENDING"
  | "DECLINED"
  | "FAILED"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED";

/** A capture, completed or pending. Amounts are in the smallest unit. */
export interface Capture {
  id: string;
  orderId: string;
  unit: number;
  currency: string;
  amount: number;
  fee: number;
  refunded: number;
  status: CaptureStatus;
  reason: string | null;
  createdAt: number;
  updatedAt: number;
  invoiceId: string | null;
  customId: string | null;
  buyer: string;
  merchantInitiated: boolean;
  /** When its money reached the balance; null before. */
  completedAt?: number | null;
  /** Whether PayPal reversed it. */
  reversed: boolean;
}

export type RefundStatus = "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";

/** A refund. */
export interface Refund {
  id: string;
  captureId: string;
  currency: string;
  amount: number;
  /** The total refunded of the capture, including this one. */
  total: number;
  status: RefundStatus;
  createdAt: number;
  updatedAt: number;
  invoiceId: string | null;
  customId: string | null;
  note: string | null;
  by: "api" | "dashboard" | "reversal";
  /** When its money left the balance, and when it came back after the refund had failed. */
  completedAt?: number | null;
  returnedAt?: number | null;
}

/** A payment token in the vault. */
export interface Token {
  id: string;
  customerId: string;
  buyer: string;
  description: string | null;
  createdAt: number;
  orderId: string | null;
  /** Its state: cancelled and deleted tokens are retained, to refuse them with the right issue. */
  fate: "live" | "deleted" | "cancelled";
}

/** A setup token: the buyer must approve before it may become a payment token. */
export interface Setup {
  id: string;
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "TOKENIZED";
  customerId: string;
  description: string | null;
  permitsMany: boolean;
  experience: Experience;
  buyer: string | null;
  createdAt: number;
}

/** A buyer's complaint about a capture. */
export interface Dispute {
  id: string;
  captureId: string;
  reason: string;
  stage: "INQUIRY" | "CHARGEBACK";
  status: "OPEN" | "WAITING_FOR_SELLER_RESPONSE" | "UNDER_REVIEW" | "RESOLVED";
  outcome: string | null;
  currency: string;
  amount: number;
  /** PayPal's fee for a chargeback, and whether it was returned. */
  fee: number;
  feeReturned: boolean;
  /** The seller's notes. */
  evidence?: string[];
  createdAt: number;
  updatedAt: number;
}

/** Money that the shop took to its bank. */
export interface Withdrawal {
  id: string;
  currency: string;
  amount: number;
  at: number;
  /** When the bank sent it back; null if it did not. */
  returnedAt: number | null;
}

/** The settings from the control page. */
export interface Settings {
  /** Whether a second payment with a paid invoice number is refused. */
  uniqueInvoices: boolean;
  /** The country of the shop's account: some currencies are available only between accounts of their own country. */
  country: string;
  /** Whether the shop's app may save payers' accounts. */
  vault: boolean;
  /** Lifetime of an access token, in seconds. */
  tokenSeconds: number;
  /** Delay of the vault for a buyer whose vaulting is delayed, in seconds. */
  vaultSeconds: number;
  /** Delay until a payment appears in the reports, in seconds. */
  reportingSeconds: number;
  /** Delay until an event appears in the list of events, in seconds. */
  eventSeconds: number;
  /** Whether the app may read the transaction report. */
  reportsAllowed: boolean;
  /** The status of an order that names a saved wallet at its creation: paid at once, or to be captured. */
  singleStep: "COMPLETED" | "CREATED";
  /** When other currencies are converted into one; otherwise each has a balance of its own. The last one is in force. */
  conversions: { into: string; since: number; until: number | null }[];
}

const settingsAtFirst: Settings = {
  uniqueInvoices: true,
  country: "US",
  vault: true,
  tokenSeconds: 32_400,
  vaultSeconds: 60,
  reportingSeconds: 10_800,
  eventSeconds: 0,
  reportsAllowed: true,
  singleStep: "COMPLETED",
  conversions: [],
};

/** Returns the current settings. */
export function settingsOf({ store }: Pick<World, "store">): Settings {
  return { ...settingsAtFirst, ...store.get<Partial<Settings>>("setting", "account") };
}

/** Returns a moment in PayPal's form. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
