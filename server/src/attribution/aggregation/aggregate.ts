import { inTransaction, type Trx } from "#platform/db/database";
import type { Attribution } from "../attribution.ts";
import { lookbackMs } from "../lookback.ts";
import { monthsBefore } from "../reports/days.ts";
import {
  aggregateSteps,
  aggregateTouches,
  deleteDaysBefore,
  listOldTouches,
  listOldWatchers,
} from "./repository.ts";

/** So many people's rows go in one transaction. */
const AT_ONCE = 500;
/** For how long the numbers of a day are kept (privacy policy). */
const KEPT_MONTHS = 13;

/**
 * Turns what is older than 90 days into numbers by day, which name nobody. Steps of one person and series go together, once
 * the first of them is that old. It may be stopped anywhere and done again: what was counted is gone.
 * @returns how many touches and how many people's steps became numbers
 */
export async function aggregateOld(
  { db, clock }: Pick<Attribution, "db" | "clock">,
  signal?: AbortSignal,
): Promise<{ touches: number; steps: number }> {
  const before = new Date(clock.now().getTime() - lookbackMs);
  const some = (fold: (trx: Trx) => Promise<number>) => inTransaction(db, fold);
  const folded = { touches: 0, steps: 0 };
  for (let count = AT_ONCE; count === AT_ONCE; folded.steps += count) {
    signal?.throwIfAborted();
    count = await some(async (trx) => {
      const watchers = await listOldWatchers(trx, before, AT_ONCE);
      await aggregateSteps(trx, watchers);
      return watchers.length;
    });
  }
  for (let count = AT_ONCE; count === AT_ONCE; folded.touches += count) {
    signal?.throwIfAborted();
    count = await some(async (trx) => {
      const touches = await listOldTouches(trx, before, AT_ONCE);
      await aggregateTouches(trx, touches);
      return touches.length;
    });
  }
  await deleteDaysBefore(db, monthsBefore(clock.now(), KEPT_MONTHS));
  return folded;
}

/** Counts somebody who is about to be forgotten as nobody in particular, and forgets how they came and what they did. */
export async function aggregateVisitor(trx: Trx, visitorId: string): Promise<void> {
  await aggregateSteps(trx, await listOldWatchers(trx, null, AT_ONCE, visitorId));
  await aggregateTouches(trx, await listOldTouches(trx, null, AT_ONCE, visitorId));
}
