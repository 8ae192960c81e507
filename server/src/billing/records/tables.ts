import type { Language, OrderKind, OrderState, SubscriptionState } from "@cliffhanger/contract";
import type { GatewayName, Hint } from "./gateway.ts";

/** Texts by language, as the catalogue keeps them. */
type Texts = Partial<Record<Language, string>>;

/** States of one try to be paid through a gateway. `in_doubt`: the outcome of a charge is not known. */
export type PaymentState =
  | "new"
  | "open"
  | "charging"
  | "action"
  | "pending"
  | "in_doubt"
  | "succeeded"
  | "declined"
  | "canceled";

/** Who closed a fact in manual review, when and with which note; null while it is open. */
interface ClosedColumns {
  closed_at: Date | null;
  closed_by: string | null;
  close_note: string | null;
}

/** Of a row that nobody has closed. */
export const notClosed: ClosedColumns = { closed_at: null, closed_by: null, close_note: null };

/** The tables of money, as `migrations/0013-money.ts` makes them. Amounts are minor units; `bigint` columns arrive as numbers. */
export type BillingTables = {
  plan: {
    id: string;
    name: Texts;
    description: Texts;
    period_days: number;
    position: number;
    active: boolean;
    created_at: Date;
  };
  plan_price: {
    id: string;
    plan_id: string;
    currency: string;
    amount: number;
    active_from: Date;
    active_to: Date | null;
  };
  unlock_price: {
    id: string;
    currency: string;
    amount: number;
    active_from: Date;
    active_to: Date | null;
  };
  instrument: {
    id: string;
    visitor_id: string | null;
    gateway: GatewayName;
    token: string;
    customer: string | null;
    kind: "card" | "paypal";
    brand: string | null;
    last4: string | null;
    exp_month: number | null;
    exp_year: number | null;
    email: string | null;
    fingerprint: string | null;
    status: "active" | "dead" | "detached";
    created_at: Date;
  };
  gateway_customer: { visitor_id: string; gateway: GatewayName; remote_id: string };
  subscription: {
    id: string;
    visitor_id: string | null;
    plan_id: string;
    currency: string;
    /** The price row that was agreed on at the start; null where that is not known any more. */
    price_id: string | null;
    /** What each further period costs. */
    amount: number;
    period_days: number;
    state: SubscriptionState;
    /** Period k begins at anchor_at + (k − anchor_no) × period_days × 86,400 s. */
    anchor_at: Date;
    anchor_no: number;
    period_no: number;
    period_start: Date;
    period_end: Date;
    /** When the scheduler looks at it next; null once nothing more happens by itself. */
    next_action_at: Date | null;
    cancel_at_period_end: boolean;
    renewal_mode: "auto" | "manual";
    instrument_id: string | null;
    /** How many refusals of the coming period's charge are dealt with; 99: no instrument is tried any more. */
    dunning_step: number;
    /** From when the days of further tries are counted; null: from the beginning of the coming period. */
    dunning_from: Date | null;
    lease_until: Date | null;
    /** Until when episodes open without the coming period being paid; null as long as no such time was given. */
    grace_until: Date | null;
    /** When what comes next is announced; null once it was, or where nothing comes. */
    remind_at: Date | null;
    language: string;
    created_at: Date;
    ended_at: Date | null;
  };
  /** One row: what tells this installation from others in the same gateway account. */
  installation: { code: string };
  purchase_order: {
    id: string;
    number: number;
    /** How people call it; null of orders from before there were codes. */
    code: string | null;
    /** Null once the account is erased. */
    visitor_id: string | null;
    kind: OrderKind;
    state: OrderState;
    plan_id: string | null;
    series_id: string | null;
    /** Where to go on watching. */
    episode_id: string | null;
    from_episode: number | null;
    title: Texts;
    period_days: number | null;
    price_id: string | null;
    currency: string;
    amount: number;
    method: "card" | "paypal";
    client_token: string;
    key_hash: Buffer | null;
    email: string | null;
    language: string;
    consent_version: string | null;
    consent_text: string | null;
    consent_at: Date | null;
    consent_address: string | null;
    consent_agent: string | null;
    /** What led here: referrer token and click ids of the request. */
    click: { referrer?: string; fbclid?: string; ttclid?: string };
    subscription_id: string | null;
    period_no: number | null;
    event_id: string | null;
    declines: number;
    last_decline: { code: string; reason: string; retryable: boolean } | null;
    created_at: Date;
    expires_at: Date | null;
    paid_at: Date | null;
  };
  payment: {
    id: string;
    order_id: string;
    gateway: GatewayName;
    remote_id: string | null;
    state: PaymentState;
    currency: string;
    amount: number;
    captured: number;
    refunded: number;
    /** Money that gives a right to nothing, because it came too late or twice: it goes back. */
    unwanted: boolean;
    initiator: "customer" | "merchant";
    instrument_id: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    created_at: Date;
    updated_at: Date;
    /** The key of a charge that makes its remote object and takes the money in one request; null for all others. */
    mit_key: string | null;
    /** Until when the gateway knows that key. */
    key_until: Date | null;
    /** Where its payer agrees, if the gateway asks for that before a charge of ours. */
    approval_url: string | null;
    /** The payment that its gateway took twice, of which this is the second time. */
    second_of: string | null;
  } & ClosedColumns;
  payment_attempt: {
    id: string;
    payment_id: string;
    n: number;
    initiator: "customer" | "merchant";
    idem_key: string;
    request_hash: string;
    outcome: string | null;
    decline_code: string | null;
    advice: string | null;
    fingerprint: string | null;
    address: string | null;
    created_at: Date;
    ended_at: Date | null;
    /** The gateway's code, where the merchant is at fault. */
    fault: string | null;
    /** What a single-step charge sends, and its hash: a key is never sent with anything else. */
    body: string | null;
    body_hash: string | null;
  } & ClosedColumns;
  capture: {
    id: string;
    payment_id: string;
    gateway: GatewayName;
    remote_id: string;
    currency: string;
    amount: number;
    refunded: number;
    /** What the gateway's account got for it: null until its line of the balance is known. */
    settled_currency: string | null;
    settled_amount: number | null;
    settled_fee: number | null;
    /** A decimal number; null where nothing was converted. */
    settled_rate: string | null;
    at: Date;
  };
  refund: {
    id: string;
    capture_id: string;
    order_id: string;
    gateway: GatewayName;
    remote_id: string | null;
    currency: string;
    amount: number;
    state: "pending" | "done" | "failed";
    initiated_by: "operator" | "member" | "system" | "gateway";
    reason: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    created_at: Date;
    updated_at: Date;
    /** The posting of a dispute's move that is the same money as this refund, which therefore was not posted itself. */
    dispute_ref: string | null;
  } & ClosedColumns;
  subscription_period: {
    subscription_id: string;
    no: number;
    starts_at: Date;
    ends_at: Date;
    order_id: string | null;
    /** When the books counted it as earned. */
    recognised_at: Date | null;
  };
  entitlement: {
    id: string;
    visitor_id: string | null;
    scope: "membership" | "series";
    series_id: string | null;
    source_type: "order" | "grace" | "grant";
    source_id: string;
    valid_from: Date;
    valid_to: Date | null;
    suspended_at: Date | null;
    revoked_at: Date | null;
    created_at: Date;
  };
  receipt_series: { name: string; last: number };
  receipt: {
    id: string;
    series: string;
    number: number;
    order_id: string;
    kind: "receipt" | "credit_note";
    seq: number;
    currency: string;
    amount: number;
    content: unknown;
    hash: string;
    issued_at: Date;
  };
  webhook_inbox: {
    id: string;
    gateway: GatewayName;
    event_id: string;
    type: string;
    /** What it hints at. */
    subject: Hint["subject"];
    /** As it arrived; null where no webhook told it, but the gateway's list of events. */
    raw: Buffer | null;
    state: "new" | "done" | "ignored" | "failed";
    tries: number;
    next_at: Date | null;
    received_at: Date;
  };
  gateway_watermark: { gateway: GatewayName; at: Date; sweep_at: Date };
  ledger_txn: { id: string; source: string; order_id: string | null; at: Date };
  ledger_entry: { txn_id: string; n: number; account: LedgerAccount; currency: string; amount: number };
  money_log: {
    id: string;
    at: Date;
    subject: string;
    subject_id: string;
    from_state: string | null;
    to_state: string;
    cause: string;
    detail: Record<string, unknown>;
  };
};

/** The accounts of the books. */
export type LedgerAccount =
  | "gateway_clearing"
  | "deferred_revenue"
  | "revenue"
  | "tax_payable"
  | "gateway_fees"
  | "refunds"
  | "dispute_hold"
  | "customer_credit";
