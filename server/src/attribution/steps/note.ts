import { type Db, inTransaction } from "#platform/db/database";
import { insertSteps } from "./repository.ts";
import type { Step } from "./step.ts";

/** Rows per statement. */
const AT_ONCE = 500;

/**
 * Stores visitors' steps with the touches that led to them. Per visitor, series, step and episode the first time
 * counts, so repeating changes nothing. Skips deleted visitors; a guest who has signed in is stored as the member.
 */
export async function noteSteps(db: Db, rows: readonly Step[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    await inTransaction(db, (trx) => insertSteps(trx, some));
  }
}
