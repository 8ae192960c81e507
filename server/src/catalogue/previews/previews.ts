import { createHash } from "node:crypto";
import type { PreviewRole, SeriesPreview } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { DomainError, invalid } from "#platform/http/errors";
import { newId, randomWord } from "#platform/ids";
import { faultAt } from "#platform/said";
import { readEdited } from "../editing/edit.ts";
import { inOrderOf } from "../editing/order.ts";
import type { EpisodeRow, SeriesRow } from "../repository.ts";
import * as repository from "./repository.ts";

export { findPreviewedAsset } from "./repository.ts";

const LIFE_MS = 7 * 24 * 3600 * 1000;
const OPENINGS_SHOWN = 20;
const CODE = /^[\w-]{43}$/;

const hashOf = (code: string) => createHash("sha256").update(code).digest();

/** Makes the preview of a series and returns its code, which is stored nowhere. An earlier one ends. */
export async function makePreview(acting: Acting, seriesId: string): Promise<string> {
  const code = randomWord(32);
  await audited(acting, { action: "preview.make" }, async (trx) => {
    await readEdited(trx, seriesId, { lock: true });
    if ((await repository.listFilmedEpisodes(trx, seriesId)).length === 0)
      throw invalid([faultAt("id", (t) => t("seriesFault.noFilm"))]);
    const at = acting.clock.now();
    await repository.endPreviews(trx, seriesId, at);
    const ends = new Date(at.getTime() + LIFE_MS);
    await repository.insertPreview(trx, {
      id: newId(at),
      series_id: seriesId,
      code_hash: hashOf(code),
      made_at: at,
      made_by: acting.by.id,
      ends_at: ends,
    });
    const change = { subject: { kind: "series", id: seriesId }, before: null, after: { ends } };
    return { result: undefined, changes: [change] };
  });
  return code;
}

/** Ends the preview of a series: what it opened is closed at the next request. */
export async function endPreview(acting: Acting, seriesId: string): Promise<void> {
  await audited(acting, { action: "preview.end" }, async (trx) => {
    await readEdited(trx, seriesId, { lock: true });
    const ended = await repository.endPreviews(trx, seriesId, acting.clock.now());
    if (ended.length === 0) throw new DomainError(409, "already_so");
    const change = {
      subject: { kind: "series", id: seriesId },
      before: null,
      after: { ended: ended.length },
    };
    return { result: undefined, changes: [change] };
  });
}

/** Returns the preview of a series with its openings; null when there is none. */
export async function describePreview(
  db: Db,
  clock: Clock,
  seriesId: string,
): Promise<(Omit<SeriesPreview, "madeBy"> & { madeBy: string }) | null> {
  const row = await repository.findPreview(db, { seriesId }, clock.now());
  if (!row) return null;
  const [openings, opened] = await Promise.all([
    repository.listOpenings(db, row.id, OPENINGS_SHOWN),
    repository.countOpenings(db, row.id),
  ]);
  return {
    madeAt: row.made_at.toISOString(),
    madeBy: row.made_by,
    endsAt: row.ends_at.toISOString(),
    openings: openings.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
    opened,
  };
}

/** A series with its draft, as viewers would get it. */
export interface Previewed {
  id: string;
  endsAt: Date;
  series: SeriesRow;
  episodes: EpisodeRow[];
}

/** Opens the preview with a code and notes who opened it; null when there is none, or it is over. */
export async function openPreview(
  { db, clock }: { db: Db; clock: Clock },
  code: string,
  by: { seenAs: PreviewRole; device: string },
): Promise<Previewed | null> {
  if (!CODE.test(code)) return null;
  const now = clock.now();
  const row = await repository.findPreview(db, { codeHash: hashOf(code) }, now);
  if (!row) return null;
  await repository.insertOpening(db, { preview_id: row.id, at: now, seen_as: by.seenAs, device: by.device });
  const [{ content, createdAt }, filmed] = await Promise.all([
    readEdited(db, row.series_id),
    repository.listFilmedEpisodes(db, row.series_id),
  ]);
  const tags = await repository.listTagsOf(db, content.tags);
  const episodes = inOrderOf(content, filmed).map((episode) => ({
    ...episode,
    title: content.episodes[episode.id] ?? episode.title,
    free: episode.number <= content.free,
    withdrawn: false,
  }));
  const series: SeriesRow = {
    id: row.series_id,
    title: content.title,
    synopsis: content.synopsis,
    language: content.language,
    free_episode_count: content.free,
    completed: content.completed,
    poster: content.poster,
    cover: content.cover,
    episode_count: episodes.length,
    play_count: 0,
    hot: false,
    published_at: createdAt,
    next_release_at: null,
    last_release_at: null,
    updated_at: now,
    // A preview shows what will be, also of a series that is withdrawn now.
    withdrawn: false,
    tags: content.tags.flatMap((id) => tags.filter((tag) => tag.id === id)),
  };
  return { id: row.id, endsAt: row.ends_at, series, episodes };
}
