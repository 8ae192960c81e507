import type { Texts } from "#catalogue";

/** The tables of plans and prices. */
export type PlanTables = {
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
};
