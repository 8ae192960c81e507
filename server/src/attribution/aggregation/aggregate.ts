import { inTransaction, type Trx } from "#platform/db/database";
import { verifiedNow } from "#platform/db/verified-clock";
import type { Attribution } from "../attribution.ts";
import { LOOKBACK_MS } from "../lookback.ts";
import { monthsBefore } from "../reports/days.ts";
import {
  aggregateSteps,
  aggregateTouches,
  deleteDaysBefore,
  listOldTouches,
  listOldWatchers,
  listTouchesOf,
  listWatchersOf,
} from "./repository.ts";

/** Visitors or touches per transaction. */
const BATCH_SIZE = 500;
/** How long daily aggregates are retained (privacy policy). */
const RETENTION_MONTHS = 13;

/**
 * Aggregates everything older than 90 days into anonymous daily counts. All steps of one visitor and series are
 * aggregated together, once the first of them is that old. It may be interrupted and repeated at any time: counted
 * rows are deleted in the same transaction.
 * @returns how many touches and how many visitors' steps were aggregated
 */
export async function aggregateOld(
  { db, clock }: Pick<Attribution, "db" | "clock">,
  signal?: AbortSignal,
): Promise<{ touches: number; steps: number }> {
  const at = await verifiedNow(db, clock);
  const before = new Date(at.getTime() - LOOKBACK_MS);
  const inBatch = (aggregate: (trx: Trx) => Promise<number>) => inTransaction(db, aggregate);
  const aggregated = { touches: 0, steps: 0 };
  for (let count = BATCH_SIZE; count === BATCH_SIZE; aggregated.steps += count) {
    signal?.throwIfAborted();
    count = await inBatch(async (trx) => {
      const watchers = await listOldWatchers(trx, before, BATCH_SIZE);
      await aggregateSteps(trx, watchers);
      return watchers.length;
    });
  }
  for (let count = BATCH_SIZE; count === BATCH_SIZE; aggregated.touches += count) {
    signal?.throwIfAborted();
    count = await inBatch(async (trx) => {
      const touches = await listOldTouches(trx, before, BATCH_SIZE);
      await aggregateTouches(trx, touches);
      return touches.length;
    });
  }
  await deleteDaysBefore(db, monthsBefore(at, RETENTION_MONTHS));
  return aggregated;
}

/** Aggregates the touches and steps of visitors who are about to be forgotten, and deletes them. */
export async function aggregateVisitors(trx: Trx, visitorIds: readonly string[]): Promise<void> {
  await aggregateSteps(trx, await listWatchersOf(trx, visitorIds));
  await aggregateTouches(trx, await listTouchesOf(trx, visitorIds));
}
