/** The tables of entitlements. */
export type RightTables = {
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
    /** When the first segment of a locked episode was served under it. */
    first_used_at: Date | null;
    created_at: Date;
  };
};
