import { type Db, inTransaction } from "#platform/db/database";
import { insertSteps } from "./repository.ts";
import type { Step } from "./step.ts";

/** Rows per statement. */
const BATCH_SIZE = 500;

/**
 * Stores visitors' steps with the touches that led to them. Per visitor, series, step and episode the first time
 * counts, so repeating changes nothing. Skips deleted visitors; a guest who has signed in is stored as the member.
 */
export async function noteSteps(db: Db, rows: readonly Step[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const some = rows.slice(at, at + BATCH_SIZE);
    await inTransaction(db, (trx) => insertSteps(trx, some));
  }
}
