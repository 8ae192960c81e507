/** The tables of Facebook sign-ins in progress, as `migrations/0012-facebook.ts` creates them. */
export type FacebookTables = {
  facebook_return: { secret_hash: Buffer; ends_at: Date };
  facebook_pending: {
    token_hash: Buffer;
    facebook_id: string;
    email: string;
    display_name: string | null;
    /** The account to link at its next sign-in by password; null: a new member who has to agree. */
    member_id: string | null;
    ends_at: Date;
  };
};
