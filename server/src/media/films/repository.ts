import type { Image } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db, Trx } from "#platform/db/database";
import type { EncodeProgress } from "../encode.ts";
import type { AssetState, MediaTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<MediaTables>();

/** What a cancelled film says. */
const CANCELLED = "Its encoding was cancelled. Encode it again, or replace the file.";

/** How many films of a series are ready, under way or failed. */
export interface FilmCounts {
  seriesId: string;
  ready: number;
  waiting: number;
  failed: number;
  percent: number | null;
}

/** Counts the films of series. */
export async function countFilms(db: Db, seriesIds: readonly string[]): Promise<FilmCounts[]> {
  if (seriesIds.length === 0) return [];
  return tables(db)
    .selectFrom("asset_episode")
    .innerJoin("asset", "asset.id", "asset_episode.asset_id")
    .select("series_id as seriesId")
    .select([
      sql<number>`count(*) filter (where state = 'ready')::int`.as("ready"),
      sql<number>`count(*) filter (where state in ('queued', 'encoding'))::int`.as("waiting"),
      sql<number>`count(*) filter (where state = 'failed')::int`.as("failed"),
      sql<number | null>`max((progress ->> 'percent')::float8) filter (where state = 'encoding')`.as(
        "percent",
      ),
    ])
    .where("series_id", "in", seriesIds)
    .groupBy("series_id")
    .execute();
}

/** Counts the episodes of series that have captions, by language. */
export async function countCaptions(
  db: Db,
  seriesIds: readonly string[],
): Promise<{ seriesId: string; language: string; episodes: number }[]> {
  const { rows } = await sql<{ seriesId: string; language: string; episodes: number }>`
    select series_id as "seriesId", language, count(*)::int as episodes
    from episode join caption on caption.episode_id = episode.id
    where series_id = any(${[...seriesIds]}::text[]) group by series_id, language`.execute(db);
  return rows;
}

/** An episode with its newest film and its captions. */
export interface EpisodeFilm {
  id: string;
  number: number;
  isLive: boolean;
  duration: number;
  thumbnail: Image | null;
  film: {
    id: string;
    state: AssetState;
    hash: string;
    name: string;
    progress: EncodeProgress | null;
    error: string | null;
    cancelled: boolean;
    check: { has_sound: boolean; width: number; height: number; duration: number } | null;
  } | null;
  /** `tail`: the end of the WebVTT, which holds the last cue. */
  captions: { language: string; tail: string }[];
}

/** Lists the episodes of a series with their films and captions, by number. */
export async function listEpisodeFilms(db: Db, seriesId: string): Promise<EpisodeFilm[]> {
  const { rows } = await sql<EpisodeFilm>`
    select episode.id, episode.number, episode.thumbnail,
      episode.published_at is not null as "isLive",
      coalesce(nullif(episode.duration, 0), checked.duration, 0) as duration,
      case when asset.id is not null then jsonb_build_object('id', asset.id, 'state', asset.state,
        'hash', asset.source_hash, 'name', coalesce(asset_episode.file_name, asset.name), 'cancelled', asset.cancelled_at is not null, 'progress', asset.progress, 'error', asset.error,
        'check', to_jsonb(checked)) end as film,
      coalesce((select jsonb_agg(jsonb_build_object('language', language, 'tail', right(body, 600)) order by language)
        from caption where episode_id = episode.id), '[]') as captions
    from episode
    left join asset_episode on asset_episode.episode_id = episode.id
    left join asset on asset.id = asset_episode.asset_id
    left join film_check as checked on checked.asset_id = asset.id
    where episode.series_id = ${seriesId} order by episode.number`.execute(db);
  return rows;
}

/** Stores what a check of a film found out. */
export async function saveCheck(trx: Trx, check: MediaTables["film_check"]): Promise<void> {
  await tables(trx)
    .insertInto("film_check")
    .values(check)
    .onConflict((conflict) => conflict.column("asset_id").doUpdateSet(check))
    .execute();
}

/** Returns the newest film of an episode, with the series. */
export async function findEpisodeFilm(
  db: Db,
  episodeId: string,
): Promise<{ assetId: string; seriesId: string; name: string; state: AssetState; hash: string } | undefined> {
  return tables(db)
    .selectFrom("asset_episode")
    .innerJoin("asset", "asset.id", "asset_episode.asset_id")
    .select(["asset.id as assetId", "series_id as seriesId", "name", "state", "source_hash as hash"])
    .where("episode_id", "=", episodeId)
    .executeTakeFirst();
}

/** Returns the series of an episode, with or without a film. */
export async function findEpisodeSeries(db: Db, episodeId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select series_id as id from episode where id = ${episodeId}`.execute(db);
  return rows[0]?.id;
}

/** Returns the newest film of an episode, with the series, and locks it until the transaction ends. */
export async function lockEpisodeFilm(trx: Trx, episodeId: string) {
  const film = await findEpisodeFilm(trx, episodeId);
  if (!film) return undefined;
  const { rows } = await sql<{ state: AssetState }>`
    select state from asset where id = ${film.assetId} for update`.execute(trx);
  return rows[0] && { ...film, state: rows[0].state };
}

/** Gives a film that waits the highest priority of all that wait; returns it, or null when it has that alone already. */
export async function raisePriority(trx: Trx, assetId: string): Promise<number | null> {
  const { rows } = await sql<{ priority: number }>`
    update asset set priority = others.highest + 1
    from (select coalesce(max(priority), 0) as highest from asset where state = 'queued' and id <> ${assetId}) as others
    where id = ${assetId} and priority <= others.highest returning priority`.execute(trx);
  return rows[0]?.priority ?? null;
}

/** Marks a film that waits or is encoded as cancelled; its worker has it no longer. */
export async function cancelFilm(trx: Trx, assetId: string, at: Date): Promise<void> {
  await tables(trx)
    .updateTable("asset")
    .set({ state: "failed", error: CANCELLED, cancelled_at: at, progress: null, worker: null, priority: 0 })
    .where("id", "=", assetId)
    .execute();
}

/** Returns which languages an episode has captions in. */
export async function listCaptionLanguages(db: Db, episodeId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("caption")
    .select("language")
    .where("episode_id", "=", episodeId)
    .execute();
  return rows.map(({ language }) => language);
}

/** A film that is not ready, with the episode it belongs to. */
export interface OpenFilm {
  episodeId: string;
  seriesId: string;
  title: Texts;
  language: string;
  number: number;
  state: AssetState;
  name: string;
  progress: EncodeProgress | null;
  error: string | null;
  cancelled: boolean;
}

/** Lists films that are not ready: failed ones first, then those being encoded, then those that wait, in their order. */
export async function listOpenFilms(db: Db, limit: number): Promise<OpenFilm[]> {
  const { rows } = await sql<OpenFilm>`
    select asset_episode.episode_id as "episodeId", asset_episode.series_id as "seriesId", series.title,
      series.language, episode.number, asset.state, asset.name, asset.progress, asset.error,
      asset.cancelled_at is not null as cancelled
    from asset
    join asset_episode on asset_episode.asset_id = asset.id
    join episode on episode.id = asset_episode.episode_id
    join series on series.id = asset_episode.series_id
    where asset.state in ('failed', 'encoding', 'queued')
    order by array_position(array['failed', 'encoding', 'queued'], asset.state::text), asset.priority desc,
      asset.created_at, asset.id, episode.number
    limit ${limit}`.execute(db);
  return rows;
}

/** Lists failed films and locks them, so that two requests do not queue one twice. */
export async function listFailedFilms(
  trx: Trx,
  limit: number,
): Promise<{ assetId: string; seriesId: string; name: string }[]> {
  const { rows } = await sql<{ assetId: string; seriesId: string; name: string }>`
    select asset.id as "assetId", asset.name,
      (select series_id from asset_episode where asset_id = asset.id limit 1) as "seriesId"
    from asset where state = 'failed' and cancelled_at is null and exists (select from asset_episode where asset_id = asset.id)
    order by id limit ${limit} for update of asset`.execute(trx);
  return rows;
}

/** Captions with the episode that they are of. */
export interface EpisodeCaption {
  seriesId: string;
  number: number;
  duration: number;
  /** The film that plays now; its folder holds the captions too. */
  assetId: string | null;
  /** Null when there are none in this language. */
  caption: { file: string; body: string } | null;
}

/** Returns an episode with its captions in one language; `lock` keeps other changes of them out until the transaction ends. */
export async function findEpisodeCaption(
  db: Db,
  { id, language }: { id: string; language: string },
  { lock = false } = {},
): Promise<EpisodeCaption | undefined> {
  const { rows } = await sql<EpisodeCaption>`
    select series_id as "seriesId", number, duration, asset_id as "assetId",
      (select jsonb_build_object('file', file, 'body', body) from caption
        where episode_id = episode.id and language = ${language}) as caption
    from episode where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}
