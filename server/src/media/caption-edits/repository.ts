import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { MediaTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<MediaTables>();

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

/** Deletes captions, and keeps them apart for as long as this can be undone. */
export async function moveAside(
  trx: Trx,
  { id, language, at }: { id: string; language: string; at: Date },
): Promise<void> {
  await sql`
    with gone as (delete from caption where episode_id = ${id} and language = ${language} returning *)
    insert into removed_caption (episode_id, language, file, body, at)
    select episode_id, language, file, body, ${at} from gone
    on conflict (episode_id, language, file) do update set at = excluded.at`.execute(trx);
}

/** Returns deleted captions and removes them from those kept apart. */
export async function takeBack(
  trx: Trx,
  { episode, language, file, since }: { episode: string; language: string; file: string; since: Date },
): Promise<{ file: string; body: string } | undefined> {
  return tables(trx)
    .deleteFrom("removed_caption")
    .where("episode_id", "=", episode)
    .where("language", "=", language)
    .where("file", "=", file)
    .where("at", ">=", since)
    .returning(["file", "body"])
    .executeTakeFirst();
}

/** Removes for good what was deleted before `until`. */
export async function removeOld(db: Db, until: Date): Promise<void> {
  await tables(db).deleteFrom("removed_caption").where("at", "<", until).execute();
}
