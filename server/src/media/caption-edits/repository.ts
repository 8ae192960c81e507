import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { MediaTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<MediaTables>();

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
