import type { SubscriptionState } from "@cliffhanger/contract";

/** The tables of memberships and their periods. */
export type SubscriptionTables = {
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
  subscription_period: {
    subscription_id: string;
    no: number;
    starts_at: Date;
    ends_at: Date;
    order_id: string | null;
    /** When the books counted it as earned. */
    recognised_at: Date | null;
  };
};
