import type { ClosedColumns } from "../closed.ts";
import type { GatewayName, Wallet } from "../gateway.ts";
import type { RiskFacts } from "../risk-facts.ts";

/** States of one attempt to be paid through a gateway. `in_doubt`: the outcome of a charge is unknown. */
export type PaymentState =
  | "new"
  | "open"
  | "charging"
  | "action"
  | "pending"
  | "in_doubt"
  | "succeeded"
  | "declined"
  | "cancelled";

/** The tables of payments, their attempts and the payment instruments. */
export type PaymentTables = {
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
    /** Whether the capture pays for nothing because it came too late or twice; it is refunded. */
    unwanted: boolean;
    initiator: "customer" | "merchant";
    instrument_id: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    created_at: Date;
    updated_at: Date;
    /** The idempotency key of a single-step charge; null for all others. */
    mit_key: string | null;
    /** Until when the gateway remembers that key. */
    key_until: Date | null;
    /** Where the payer approves, if the gateway asks for approval of a merchant-initiated charge. */
    approval_url: string | null;
    /** The payment whose second capture this row records. */
    second_of: string | null;
    /** What its customer agreed to if they want the method kept for later unlocks; null: they do not. */
    keep_version: string | null;
    keep_text: string | null;
    /** What it told the card gateway when it was created; null for PayPal, and for those from before this column. */
    risk_facts: RiskFacts | null;
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
    /** The gateway's code, if the merchant is at fault. */
    fault: string | null;
    /** The request of a single-step charge, and its hash: its key must never be sent with another request. */
    body: string | null;
    body_hash: string | null;
    /** The saved method that its customer, who was present, chose; null for all others. */
    instrument_id: string | null;
  } & ClosedColumns;
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
    /** `on_session`: its owner confirms each payment, so it renews nothing. */
    usage: "on_session" | "off_session";
    wallet: Wallet | null;
    is_default: boolean;
    /** When its owner removed it, or it was replaced: from then on it waits to be deleted at its gateway. */
    removed_at: Date | null;
    /** What its owner agreed to when they kept it for later unlocks; null for one that was only saved to renew. */
    consent_version: string | null;
    consent_text: string | null;
  };
  gateway_customer: { visitor_id: string; gateway: GatewayName; remote_id: string };
};
