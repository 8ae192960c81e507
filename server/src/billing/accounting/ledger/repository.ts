import { sql } from "kysely";
import type { Db } from "#platform/db/database";

/** Returns whether the entries of the whole ledger sum to zero in each currency. */
export async function isLedgerBalanced(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_entry group by currency having sum(amount) <> 0 limit 1`.execute(db);
  return rows.length === 0;
}
