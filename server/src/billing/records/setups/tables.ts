import type { GatewayName } from "../gateway.ts";

/** How far a change of method is. The last three are final. */
export type SetupState = "new" | "open" | "action" | "succeeded" | "failed" | "expired";

/** The table of changes of the method that a membership renews by. */
export type SetupTables = {
  instrument_setup: {
    id: string;
    visitor_id: string | null;
    subscription_id: string;
    gateway: GatewayName;
    remote_id: string | null;
    state: SetupState;
    idem_key: string;
    /** How many cards were tried. */
    tries: number;
    /** Why the last try was refused, in the published catalogue. */
    reason: string | null;
    instrument_id: string | null;
    /** The renewal order that the new method is to be charged for at once; null once it was tried. */
    order_id: string | null;
    next_inspect_at: Date | null;
    inspections: number;
    expires_at: Date;
    created_at: Date;
  };
};

/** A change of method as stored. */
export type SetupRow = SetupTables["instrument_setup"];
