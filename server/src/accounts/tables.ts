/** The accounts' tables, as `migrations/0008-accounts.ts` creates them. */
export type AccountTables = {
  visitor: {
    id: string;
    kind: "guest" | "member";
    /** Trimmed and lower-cased; a member always has one. */
    email: string | null;
    /** PHC string; null for a member with Facebook sign-in only. */
    password_hash: string | null;
    facebook_id: string | null;
    display_name: string | null;
    language: string | null;
    referrer_token: string;
    /** The member that this guest became by signing in. */
    merged_into: string | null;
    created_at: Date;
    registered_at: Date | null;
    deletes_at: Date | null;
    /** The address that a guest bought with, until its mailbox is proved. */
    pending_email: string | null;
    /** The member whose account has what this guest's browser bought, after its link was opened elsewhere. */
    claimed_by: string | null;
  };
  session: {
    id: string;
    visitor_id: string;
    cookie_hash: Buffer | null;
    header_hash: Buffer | null;
    device: string;
    created_at: Date;
    last_seen_at: Date;
    ends_at: Date;
  };
  /** An address that an operator was asked to change to; it waits for its mailbox to be proved. */
  address_change: { visitor_id: string; email: string; ends_at: Date };
  account_link: {
    email: string;
    purpose: "purchase" | "sign_in" | "new_address" | "keep_address";
    code_hash: Buffer;
    ends_at: Date;
  };
  password_reset: { visitor_id: string; code_hash: Buffer; ends_at: Date };
  agreement: { visitor_id: string; document: string; version: string; at: Date };
  throttle: { key: Buffer; count: number; since: Date; blocked_until: Date | null };
};
