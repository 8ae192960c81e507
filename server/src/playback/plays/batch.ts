import { addPlays } from "#catalogue";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { isDatabaseUnavailable, isLockTimeout, isTimeout, isTransient } from "#platform/db/errors";
import { notify } from "#platform/db/listen";
import type { Log } from "#platform/log";
import { type PendingPlay, setPlayAside, takePendingPlays } from "./repository.ts";

/** Channel (LISTEN/NOTIFY) with space-separated ids of series whose play count has grown. */
export const PLAYS_COUNTED = "plays_counted";

const FIRST_BATCH = 1_000;
const MAX_BATCH = 5_000;
/** Ids per notification, whose payload is limited to 8000 bytes. */
const MAX_IDS = 200;

/**
 * Returns a function that adds one batch of waiting plays and resolves to false once none is left. A batch that times
 * out or fails is halved until the faulty row is found. That row is set aside, so it never blocks the others.
 */
export function openBatches(db: Db, log: Log): { add(): Promise<boolean>; size(): number } {
  let size = FIRST_BATCH;

  async function add(): Promise<boolean> {
    let taken: PendingPlay[] = [];
    try {
      await inTransaction(db, async (trx) => {
        taken = [];
        taken = await takePendingPlays(trx, size);
        if (taken.length > 0) await addAll(trx, taken);
      });
    } catch (error) {
      if (!mayBeRows(error)) throw error;
      const [row] = taken;
      if (row && taken.length === 1) await setAside(row, error as Error);
      else if (size === 1)
        throw error; // not caused by the rows: a batch of one already failed
      else size = Math.floor(Math.min(size, taken.length || size) / 2);
      return true;
    }
    const more = taken.length === size;
    size = Math.min(MAX_BATCH, Math.ceil(size * 1.25));
    return more;
  }

  async function setAside(row: PendingPlay, error: Error): Promise<void> {
    // A server that is too slow for one row is too slow for all of them.
    if (isTimeout(error) && !isLockTimeout(error)) throw error;
    if (await setPlayAside(db, row.id, error))
      log.error({ series: row.series_id, reason: error.message }, "A play could not be added; set aside");
  }

  return { add, size: () => size };
}

/** Returns whether fewer or other rows might succeed. */
function mayBeRows(error: unknown): boolean {
  if (isTimeout(error)) return true;
  const code = (error as { code?: string }).code ?? "";
  return /^[0-9A-Z]{5}$/.test(code) && !isDatabaseUnavailable(error) && !isTransient(error);
}

async function addAll(trx: Trx, taken: readonly PendingPlay[]): Promise<void> {
  const plays = new Map<string, number>();
  for (const row of taken) plays.set(row.series_id, (plays.get(row.series_id) ?? 0) + row.plays);
  await addPlays(trx, plays);
  const ids = [...plays.keys()];
  for (let at = 0; at < ids.length; at += MAX_IDS)
    await notify(trx, PLAYS_COUNTED, ids.slice(at, at + MAX_IDS).join(" "));
}
