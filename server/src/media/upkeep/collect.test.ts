import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOf } from "#platform/storage";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { findMediaTools } from "../confine.ts";
import { readEpisode } from "../read-episode.ts";
import { startCleanup } from "./cleanup.ts";

const DAY_SECONDS = 24 * 3600;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Cleans up once, so many days from now. */
async function cleanUpIn(days: number): Promise<void> {
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000 + days * DAY_SECONDS);
  await startCleanup({ ...app, log: silentLog }).stop();
}

test("O2: after a restore, films and sources that came since the snapshot stay for the database that was moved aside", async () => {
  const { store, database } = app;
  const listed = async () => ({ assets: await store.names("assets"), sources: await store.names("spool") });
  await mkdir(pathIn(store, "assets/later"));
  await writeFile(pathIn(store, "assets/later/index.m3u8"), "#EXTM3U\n");
  await writeFile(pathIn(store, "spool/later"), "a source that waits");
  await database.pool.query("insert into restored (snapshot_at) values (now() - interval '2 days')");
  await cleanUpIn(3);
  expect(await listed()).toEqual({ assets: ["later"], sources: ["later"] });
  // What was there before the snapshot is no database's.
  await database.pool.query("update restored set snapshot_at = now() + interval '1 minute'");
  await cleanUpIn(3);
  expect(await listed()).toEqual({ assets: [], sources: [] });
  await mkdir(pathIn(store, "assets/later"));
  await writeFile(pathIn(store, "assets/later/index.m3u8"), "#EXTM3U\n");
  await database.pool.query(
    "update restored set at = now() - interval '31 days', snapshot_at = now() - interval '32 days'",
  );
  await cleanUpIn(3);
  expect(await listed()).toEqual({ assets: [], sources: [] });
});

test("A film that no episode has had for days stays while its file is ingested again", async () => {
  const { store, database } = app;
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-again-"));
  try {
    const path = join(folder, "1.mp4");
    await writeFile(path, "encoded before");
    await database.pool.query(
      `insert into asset (id, source_hash, profile, name, state, created_at, orphaned_at)
       values ('old', $1, 'demo', '1.mp4', 'ready', now() - interval '9 days', now() - interval '9 days')`,
      [await hashOf(path)],
    );
    const context = { db: database.db, store, tools: await findMediaTools(), profile: "demo" as const };
    const episode = { number: 1, title: {}, path, captions: [] };
    expect(await readEpisode(context, episode, { faults: [], notes: [] })).not.toBeNull();
    await cleanUpIn(0);
    const { rows } = await database.pool.query("select id from asset");
    expect(rows).toEqual([{ id: "old" }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
