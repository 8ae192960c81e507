import type { OrderKind, OrderState } from "@cliffhanger/contract";
import type { Texts } from "#catalogue";
import type { PendingConsent } from "../subscriptions/tables.ts";

/** What a change of plan replaced: needed to undo it when the change is refunded. */
export interface Replaced {
  planId: string;
  planName: Texts;
  priceId: string | null;
  /** The price of each further period. */
  amount: number;
  periodDays: number;
  /** The end of the period that the change ended early, in ISO 8601. */
  periodEnd: string;
  /** The order that paid for that period. */
  orderId: string | null;
  cancelAtPeriodEnd: boolean;
  /** The change to a cheaper plan that its owner had planned for the next period; absent: none. */
  pending?: { planId: string; priceId: string | null; consent: PendingConsent | null };
  /** What of its order had been given back when the credit was counted; absent in older orders: nothing. */
  returned?: number;
}

/** The tables of orders. */
export type OrderTables = {
  purchase_order: {
    id: string;
    number: number;
    /** The displayed code; null for orders from before codes existed. */
    code: string | null;
    /** Null once the account is erased. */
    visitor_id: string | null;
    kind: OrderKind;
    state: OrderState;
    plan_id: string | null;
    series_id: string | null;
    /** The episode to continue with. */
    episode_id: string | null;
    from_episode: number | null;
    title: Texts;
    period_days: number | null;
    price_id: string | null;
    currency: string;
    /** What is charged: `list_amount` less `discount` and `credit`. */
    amount: number;
    /** The price before reductions; null for orders from before it was stored. */
    list_amount: number | null;
    /** What is waived. */
    discount: number;
    /** What a change of plan takes over from the period that it ends. */
    credit: number;
    replaced: Replaced | null;
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
    /** The attribution: referrer token and click ids of the request. */
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
};

/** An order as stored. */
export type OrderRow = OrderTables["purchase_order"];
