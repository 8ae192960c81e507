import { asSystem } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { listUnranked, rankSeries } from "./repository.ts";

/** Series per transaction. Each rewrites several index entries and locks its row until the end. */
const BATCH = 500;

/**
 * Updates the order of lists to the current play counts. Aborting `signal` ends it early.
 * @returns how many series were updated
 */
export async function rankByPlays(db: Db, signal: AbortSignal): Promise<number> {
  let ranked = 0;
  for (let after = ""; !signal.aborted; ) {
    const ids = await listUnranked(db, after, BATCH);
    if (ids.length === 0) break;
    await asSystem(db, "counters", (trx) => rankSeries(trx, ids));
    ranked += ids.length;
    after = ids.at(-1) ?? after;
  }
  return ranked;
}
