import { type Kysely, sql } from "kysely";

/**
 * Purchases of guests: which rows moved to a member who had bought the same, and a finding for a series that was bought twice
 * so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table purchase_order add column merged_from text",
  "alter table subscription add column merged_from text",
  `alter table recon_finding
    drop constraint recon_finding_kind_check,
    add constraint recon_finding_kind_check check (kind in ('missing_local', 'missing_remote', 'amount', 'currency',
      'fee_unknown', 'receivable', 'unmatched_line', 'payout_sum', 'balance', 'bought_twice')) not valid`,
];
