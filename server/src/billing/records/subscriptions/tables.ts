import type { SubscriptionState } from "@cliffhanger/contract";

/** What the owner agreed to when they planned a change to a cheaper plan. */
export interface PendingConsent {
  version: string;
  text: string;
  /** In ISO 8601. */
  at: string;
  address: string | null;
  agent: string | null;
}

/** The tables of subscriptions and billing periods. */
export type SubscriptionTables = {
  subscription: {
    id: string;
    visitor_id: string | null;
    plan_id: string;
    currency: string;
    /** The price row agreed on at the start; null if it is no longer known. */
    price_id: string | null;
    /** The price of each further period. */
    amount: number;
    period_days: number;
    state: SubscriptionState;
    /** Period k begins at anchor_at + (k − anchor_no) × period_days × 86,400 s. */
    anchor_at: Date;
    anchor_no: number;
    period_no: number;
    period_start: Date;
    period_end: Date;
    /** When the scheduler handles it next; null once nothing more happens automatically. */
    next_action_at: Date | null;
    cancel_at_period_end: boolean;
    renewal_mode: "auto" | "manual";
    instrument_id: string | null;
    /** How many declines of the coming period's charge were handled; 99: no more automatic attempts. */
    dunning_step: number;
    /** From when the dunning days count; null: from the start of the coming period. */
    dunning_from: Date | null;
    lease_until: Date | null;
    /** Until when access continues while the coming period is unpaid; null without a grace period. */
    grace_until: Date | null;
    /** When the reminder of the next charge is due; null once it was sent, or if none is due. */
    remind_at: Date | null;
    language: string;
    created_at: Date;
    ended_at: Date | null;
    /** The plan and price of the coming period, if the owner planned a change; null: the present ones. */
    pending_plan_id: string | null;
    pending_price_id: string | null;
    pending_consent: PendingConsent | null;
  };
  subscription_period: {
    subscription_id: string;
    no: number;
    starts_at: Date;
    ends_at: Date;
    order_id: string | null;
    /** What was charged for it, and the credit that it took over; null: what its order cost. */
    value: number | null;
    /** When it was recognised as revenue. */
    recognised_at: Date | null;
  };
};
