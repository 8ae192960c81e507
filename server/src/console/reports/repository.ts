import { sql } from "kysely";
import type { Trx } from "#platform/db/database";

/** Lets a transaction read one state of the database, and gives up its statements after a time. Its first statement. */
export async function limitStatements(trx: Trx, timeoutMs: number): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(trx);
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(trx);
}
