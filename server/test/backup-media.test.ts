import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { listFilesBelow, recordFiles } from "#platform/db/media-files";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { pathIn } from "#test/path-in";
import { runCommandHere } from "#test/run-command";
import { main as runBackup } from "../src/backup-command.ts";

let database: Database;
let folder: string;
let store: MediaStore;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-backup-media-"));
  store = recordFiles(await openFileStore(folder), database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a backup, and `meanwhile` once its snapshot is taken, before it reads a media file. */
async function backUpWhile(args: readonly string[], meanwhile: () => Promise<void>) {
  const { pool } = database;
  await pool.query("create sequence if not exists read_after_the_tables");
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("drop sequence read_after_the_tables");
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, BACKUP_DIR: join(folder, "backups") };
    const running = runCommandHere(runBackup, args, env);
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
    await meanwhile();
    await holder.query("rollback");
    return await running;
  } finally {
    holder.release();
  }
}

test("O1: a source whose encoding ends during a backup with the media files stays until that is written", async () => {
  const source = `spool/${createHash("sha256").update("film").digest("hex")}`;
  const film = join(folder, "film.mp4");
  await writeFile(film, "film");
  await store.takeIn(film, source);
  const file = join(folder, "backup.cliffhanger");
  const ended = await backUpWhile(["--to", file, "--media"], () => store.remove(source));
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining("1 media files included") });
  expect(await readFile(pathIn(store, source), "utf8")).toBe("film");
  expect(await listFilesBelow(database.db, source)).toHaveLength(1);

  // One that only lists the files does not need them.
  expect(await backUpWhile([], () => store.remove(source))).toMatchObject({ code: 0 });
  expect(await listFilesBelow(database.db, source)).toEqual([]);
});
