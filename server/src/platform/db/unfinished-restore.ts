import { type Kysely, sql } from "kysely";
import { sentenceOfAside } from "./embedded.ts";

/** Exists only while a restore writes into a database, or after one was interrupted. */
export const UNFINISHED_TABLE = "unfinished_restore";

/** Throws a sentence when a restore into this database did not finish: its tables may be empty. */
export async function refuseUnfinishedRestore(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${UNFINISHED_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const { rows: files } = await sql<{
    file: string;
  }>`select file from ${sql.table(UNFINISHED_TABLE)}`.execute(db);
  throw new Error(
    `A restore into this database is running or was interrupted. Wait for it, or run it again: npm run restore -- ${files[0]?.file ?? "FILE"}`,
  );
}

/**
 * Throws a sentence when an embedded server is new although a restore moved an earlier one aside: the restore was interrupted before it
 * marked this one, which a start would take for that of a new site.
 */
export async function refuseUnmarkedRestore(db: Kysely<unknown>, dataDir: string): Promise<void> {
  const sentence = sentenceOfAside(dataDir);
  if (sentence === null) return;
  const { rows } = await sql<{ fresh: boolean }>`
    select coalesce(to_regclass('schema_migration'), to_regclass(${UNFINISHED_TABLE})) is null as fresh`.execute(
    db,
  );
  if (rows[0]?.fresh) throw new Error(sentence);
}
