import { type Db, inTransaction } from "#platform/db/database";
import { insertSteps } from "./repository.ts";
import type { Step } from "./step.ts";

/** So many go into one statement. */
const AT_ONCE = 500;

/**
 * Notes how far people got, with what led them here by then. Of a visitor, series, step and episode the first time stays, so
 * noting again changes nothing. People who are gone are passed over; a guest who signed in by now is the member.
 */
export async function noteSteps(db: Db, rows: readonly Step[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    await inTransaction(db, (trx) => insertSteps(trx, some));
  }
}
