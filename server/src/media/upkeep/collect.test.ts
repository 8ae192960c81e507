import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
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
