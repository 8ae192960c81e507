import type { GatewayName } from "../gateway.ts";

/** States of a case: a draft, read by a person, sent, and how it ended. `expired`: never sent in time. */
export type CaseState = "drafted" | "reviewed" | "submitted" | "won" | "lost" | "expired";

/** The table of disputes and their evidence. */
export type DisputeTables = {
  dispute_case: {
    id: string;
    gateway: GatewayName;
    /** The gateway's id. */
    dispute_id: string;
    payment_id: string;
    order_id: string;
    state: CaseState;
    /** Why the buyer disputes, in the gateway's word. */
    reason: string | null;
    currency: string;
    amount: number;
    /** The evidence by the gateway's field names. */
    texts: Record<string, string>;
    due_by: Date | null;
    created_at: Date;
    updated_at: Date;
    /** When and by whom sending began; the state says whether the gateway has it. */
    sent_at: Date | null;
    sent_by: string | null;
  };
};

/** A case as stored. */
export type CaseRow = DisputeTables["dispute_case"];
