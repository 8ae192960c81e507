import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { startTranscoding } from "../jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("O14: failing upkeep does not keep the site from starting, and the worker still takes jobs", async () => {
  await rm(dirname(pathIn(app.store, "spool/x")), { recursive: true });
  await rm(dirname(pathIn(app.store, "work/x")), { recursive: true });
  const jobs = await openJobs(app.database, silentLog);
  const { database, store, clock } = app;
  const worker = await startTranscoding({ database, store, clock, jobs, log: silentLog, ffmpegPath: null });
  const { rows } = await database.pool.query("select count(*)::int as workers from media_worker");
  expect(rows[0].workers).toBe(1);
  await worker.stop();
  await jobs.stop();
});
