import type { Clock } from "../gateway/clock.ts";
import type { Store } from "../gateway/store.ts";
import type { Money } from "./money.ts";

/** PayPal, as it stands: what it remembers, its time, its address, and the shop whose account it keeps. */
export interface World {
  store: Store;
  clock: Clock;
  /** Where the API and the buyer's pages are, without a slash at the end. */
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

/** What a purchase unit asks for, as it was sent. */
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

/** How the buyer's way is dressed and where it ends. */
export interface Experience {
  brand_name?: string;
  locale?: string;
  return_url?: string;
  cancel_url?: string;
  user_action?: string;
}

export type OrderStatus = "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED" | "VOIDED";

/** What an order wants kept for later payments. */
export interface VaultWish {
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
  vault: VaultWish | null;
  /** Who approved it, or whose token pays. */
  buyer: string | null;
  approvedAt: number | null;
  /** The saved wallet that it named when it was created, to be captured without anybody's approval. */
  source?: { tokenId: string; byMerchant: boolean };
  /** The token that was made of it, where it was. */
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

/** Money that was taken, or is about to be. Amounts are in the smallest unit. */
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
  /** Whether PayPal took it back. */
  reversed: boolean;
}

export type RefundStatus = "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";

/** Money that went back. */
export interface Refund {
  id: string;
  captureId: string;
  currency: string;
  amount: number;
  /** What had been refunded of the capture with this one. */
  total: number;
  status: RefundStatus;
  createdAt: number;
  updatedAt: number;
  invoiceId: string | null;
  customId: string | null;
  note: string | null;
  by: "api" | "dashboard" | "reversal";
}

/** A payment token in the vault. */
export interface Token {
  id: string;
  customerId: string;
  buyer: string;
  description: string | null;
  createdAt: number;
  orderId: string | null;
  /** What became of it: cancelled and deleted tokens are remembered, to refuse them by the right name. */
  fate: "live" | "deleted" | "cancelled";
}

/** A token on its way: the buyer must agree before it may be turned into a payment token. */
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
  /** What PayPal takes for a chargeback, and whether it gave that back. */
  fee: number;
  feeReturned: boolean;
  createdAt: number;
  updatedAt: number;
}

/** What somebody at the control page set. */
export interface Settings {
  /** Whether a second payment with an invoice number that was paid is refused. */
  uniqueInvoices: boolean;
  /** Where the shop's account is: some currencies go between accounts of their own country alone. */
  country: string;
  /** Whether the shop's app may keep payers' accounts. */
  vault: boolean;
  /** How long an access token lives, in seconds. */
  tokenSeconds: number;
  /** How long the vault takes for a buyer whose vaulting is delayed, in seconds. */
  vaultSeconds: number;
  /** How long a payment takes to appear in the reports, in seconds. */
  reportingSeconds: number;
  /** How long an event takes to appear in the list of events, in seconds. */
  eventSeconds: number;
  /** Whether the app may read the transaction report. */
  reportsAllowed: boolean;
  /** What an order answers that names a saved wallet when it is created: paid at once, or to be captured. */
  singleStep: "COMPLETED" | "CREATED";
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
};

/** The settings as they stand. */
export function settingsOf({ store }: Pick<World, "store">): Settings {
  return { ...settingsAtFirst, ...store.get<Partial<Settings>>("setting", "account") };
}

/** A moment, as PayPal writes it. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
