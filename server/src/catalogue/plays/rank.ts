import { type Db, inTransaction } from "#platform/db/database";
import { listUnranked, rankSeries } from "./repository.ts";

/** Series in one transaction: each rewrites several index entries, and holds its row until the end. */
const BATCH = 500;

/** Orders lists by the plays counted until now. Returns how many series moved; an aborted `signal` ends it early. */
export async function rankByPlays(db: Db, signal: AbortSignal): Promise<number> {
  let ranked = 0;
  for (let after = ""; !signal.aborted; ) {
    const ids = await listUnranked(db, after, BATCH);
    if (ids.length === 0) break;
    await inTransaction(db, (trx) => rankSeries(trx, ids));
    ranked += ids.length;
    after = ids.at(-1) ?? after;
  }
  return ranked;
}
