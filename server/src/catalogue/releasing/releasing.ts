import type { Trx } from "#platform/db/database";
import { announceChange } from "../events.ts";
import { refreshSeries } from "../repository.ts";
import { refreshSearch } from "../search/maintain.ts";
import * as repository from "./repository.ts";

/** Makes episodes visible. Call it within a transaction that holds the series, and {@link followReleases} after it. */
export async function releaseEpisodes(
  trx: Trx,
  { seriesId, ids, at }: { seriesId: string; ids: readonly string[]; at: Date },
): Promise<void> {
  await repository.publishNow(trx, ids, at);
  await refreshSeries(trx, seriesId, at);
}

/** Hides episodes that were released just now. Call it as {@link releaseEpisodes}. */
export async function takeBackEpisodes(
  trx: Trx,
  { seriesId, ids, at }: { seriesId: string; ids: readonly string[]; at: Date },
): Promise<void> {
  await repository.withdrawNow(trx, seriesId, ids, at);
  await refreshSeries(trx, seriesId, at);
}

/** Writes when episodes come next, and renews what is made from it. Call it last in a transaction. */
export async function followReleases(
  trx: Trx,
  seriesId: string,
  times: { next: Date | null; last?: Date },
): Promise<void> {
  await repository.saveReleases(trx, seriesId, times);
  await refreshSearch(trx, [seriesId]);
  await announceChange(trx, seriesId);
}
