import type { Image } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { announceChange } from "./events.ts";
import * as repository from "./repository.ts";
import { refreshMany, refreshSearch } from "./search/maintain.ts";
import { listTagged } from "./search/repository.ts";
import type { Texts } from "./tables.ts";

/** The names of a category or tag. Its id is made from the English name, or else from the first one. */
export interface TagInput {
  kind: "category" | "tag";
  name: Texts;
}

/** Creates or updates the series of a source and returns its id. */
export async function saveSeries(
  trx: Trx,
  clock: Clock,
  input: repository.SeriesInput,
  tags: TagInput[],
): Promise<string> {
  const at = clock.now();
  const id = await repository.upsertSeries(trx, newId(at), input, at);
  const named = tags.map((tag) => ({ ...tag, id: slugOf(tag.name.en ?? Object.values(tag.name)[0] ?? "") }));
  const renamed = await repository.replaceSeriesTags(
    trx,
    id,
    named.filter((tag, at) => tag.id !== "" && named.findIndex((other) => other.id === tag.id) === at),
  );
  // A renamed tag must be searchable in every series that has it. An import does not wait for thousands of them.
  await refreshMany(trx, [...new Set([id, ...(await listTagged(trx, renamed))])]);
  await announceChange(trx, renamed.length > 0 ? null : id);
  return id;
}

/** Sets the poster and cover of a series. */
export async function saveSeriesImages(
  db: Db,
  seriesId: string,
  images: { poster: Image; cover: Image },
): Promise<void> {
  await repository.updateSeriesImages(db, seriesId, images);
  await refreshSearch(db, [seriesId]);
  await announceChange(db, seriesId);
}

/** Creates or updates an episode by series and number, and returns its id. It stays hidden until it is published. */
export async function saveEpisode(
  db: Db,
  clock: Clock,
  episode: { seriesId: string; number: number; title: Texts },
): Promise<string> {
  return repository.upsertEpisode(db, newId(clock.now()), episode);
}

/**
 * Publishes an episode with its finished asset, and its series with the first one. One that waits for its time stays hidden.
 * Durations are in seconds.
 */
export async function publishEpisode(
  trx: Trx,
  clock: Clock,
  episode: { id: string; assetId: string; duration: number; thumbnail: Image | null },
): Promise<void> {
  const at = clock.now();
  await repository.lockSeriesOf(trx, episode.id);
  const seriesId = await repository.updateEpisodeAsset(trx, episode.id, episode, at);
  await repository.refreshSeries(trx, seriesId, at);
  await refreshSearch(trx, [seriesId]);
  await announceChange(trx, seriesId);
}

/** Makes a tag's id from its name: ASCII alphanumerics joined by hyphens, at most 32 characters. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 32);
}
