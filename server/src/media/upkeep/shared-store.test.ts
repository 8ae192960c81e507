// A copy of an installation, such as a trial from its backup, has the marker of the original, and may be given its storage.
import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { type TestApp, testApp } from "#test/app";
import { testDatabase } from "#test/database";
import { openLogLines } from "#test/log-lines";
import { manualClock } from "#test/manual-clock";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { saveAsset } from "../repository.ts";
import { forgottenUploadsTask } from "../uploads/forgotten.ts";
import { startCleanup } from "./cleanup.ts";

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;

let app: TestApp;
let copy: Database;
beforeAll(async () => {
  app = await testApp();
  copy = await testDatabase();
  await copy.pool.query("insert into media_marker (marker) values ($1)", [await app.store.marker.read()]);
  await claimStore(copy.db, await openFileStore(app.dataDir));
});
afterAll(async () => {
  await copy?.close();
  await app?.close();
});

/** Opens the storage as a process on a database does; `others` is the age of the notes of other databases, in milliseconds. */
async function storeFor({ db }: Database, others = 0): Promise<MediaStore> {
  const { rows } = await copy.pool.query(
    "select oid::text from pg_database where datname = current_database()",
  );
  const isCopy = (key: string) => key.endsWith(`-${rows[0].oid}`);
  const store = await openFileStore(app.dataDir);
  const aged: MediaStore = {
    ...store,
    async *list(prefix, after) {
      for await (const file of store.list(prefix, after)) {
        const isOther = prefix.startsWith("cliffhanger-users") && isCopy(file.key) === (db !== copy.db);
        yield isOther ? { ...file, since: new Date(file.since.getTime() - others) } : file;
      }
    },
  };
  return recordFiles(aged, db);
}

/** Cleans up as a process of a database does, in three days. Returns what it warned of. */
async function cleanUp(database: Database, others = 0): Promise<string[]> {
  const { log, lines } = openLogLines("warn");
  const clock = manualClock(new Date(Date.now() + 3 * DAY_MS));
  await startCleanup({ database, clock, store: await storeFor(database, others), log }).stop();
  return lines.map(({ msg }) => msg);
}

/** Stores a film with its picture that this database has needed no more for two days. */
async function addOrphan({ db, pool }: Database, id: string): Promise<void> {
  await saveAsset(db, { id, sourceHash: `source-${id}`, profile: "standard", name: `${id}.mp4` }, new Date());
  const url = `/media/images/${id}.webp`;
  await pool.query(
    `update asset set state = 'ready', orphaned_at = now() - interval '2 days',
       thumbnail = $2 where id = $1`,
    [id, { url, srcset: [{ url, width: 120 }] }],
  );
  for (const [key, file] of [
    [`assets/${id}`, "/index.m3u8"],
    [`spool/source-${id}`, ""],
    [`images/${id}.webp`, ""],
  ] as const) {
    if (file) await mkdir(pathIn(app.store, key));
    await writeFile(pathIn(app.store, key) + file, id);
  }
}

async function stored(): Promise<string[]> {
  const { store } = app;
  const folders = ["assets", "spool", "images"] as const;
  return (await Promise.all(folders.map((folder) => store.names(folder)))).flat();
}

async function rowsOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query("select id from asset order by id");
  return rows.map(({ id }) => id);
}

test("O2: two databases on one storage delete nothing of each other, and no row without its files", async () => {
  await addOrphan(app.database, "first");
  await addOrphan(copy, "second");
  // What the original plays, and the copy has a row of and needs no more.
  await addOrphan(copy, "both");
  const before = await stored();
  expect(before).toHaveLength(9);
  for (const database of [app.database, copy]) {
    expect(await cleanUp(database)).toEqual([
      expect.stringMatching(/^Another database uses this media storage: .+ \(test_\w+\), .*docs\/backup\.md/),
    ]);
    expect(await stored()).toEqual(before);
  }
  expect([await rowsOf(app.database), await rowsOf(copy)]).toEqual([["first"], ["both", "second"]]);
});

test("O2: what removes files beside the upkeep leaves them to another database as well", async () => {
  const file = async (key: string) => (await app.store.read(key)) !== null;
  await writeFile(pathIn(app.store, "images/shared.webp"), "picture");
  await app.database.pool.query(
    "insert into media_file (key, bytes, sha256) values ('images/shared.webp', 7, 'x')",
  );
  for (const database of [app.database, copy])
    for (const key of ["assets/first", "spool/source-first", "images/shared.webp"])
      await (await storeFor(database)).remove(key);
  expect([await file("assets/first/index.m3u8"), await file("spool/source-first")]).toEqual([true, true]);
  expect(await file("images/shared.webp")).toBe(true);
  const { rows } = await app.database.pool.query("select key from media_file");
  expect(rows).toEqual([{ key: "images/shared.webp" }]);
  const removed: string[] = [];
  const uploads = { ids: async () => ["theirs"], remove: async (id: string) => void removed.push(id) };
  const forget = async (others: number) => {
    const store = await storeFor(app.database, others);
    const { db } = app.database;
    const signal = new AbortController().signal;
    await forgottenUploadsTask(uploads, store).run({ db, clock: app.clock, log: silentLog, signal });
  };
  await forget(0);
  expect(removed).toEqual([]);
  await forget(3 * HOUR_MS);
  expect(removed).toEqual(["theirs"]);
});

test("O2: two hours after the other database was seen last, what was left is removed", async () => {
  expect(await cleanUp(app.database, 1.9 * HOUR_MS)).toHaveLength(1);
  expect(await stored()).toContain("first");
  expect(await cleanUp(app.database, 2.1 * HOUR_MS)).toEqual([]);
  expect(await rowsOf(app.database)).toEqual([]);
  // The pictures that no row of this database names stay.
  expect(await stored()).toEqual(
    expect.not.arrayContaining(["first", "source-first", "first.webp", "second"]),
  );
});
