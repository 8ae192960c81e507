import { sql } from "kysely";
import type { Trx } from "#platform/db/database";

/** Reports sort and group hundreds of thousands of rows, two at a time; with the usual 4 MB they write them to disk. */
const WORK_MEM = "32MB";

/** Lets a transaction read one state of the database, and gives up its statements after a time. Its first statement. */
export async function limitStatements(trx: Trx, timeoutMs: number): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(trx);
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('work_mem', ${WORK_MEM}, true)`.execute(
    trx,
  );
}
