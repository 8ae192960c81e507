import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { startTranscoding } from "../jobs.ts";
import { saveAsset } from "../repository.ts";
import { claimAsset, markWorker } from "./repository.ts";
import { thisWorker } from "./workers.ts";

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

test("a worker that starts queues again what a dead worker of its machine had begun, and leaves what a living one encodes", async () => {
  const { database, store, clock } = app;
  const { db } = database;
  const workers = {
    dead: { ...thisWorker(), pid: spawnSync(process.execPath, ["--version"]).pid },
    living: { ...thisWorker(), pid: process.ppid },
  };
  for (const [id, worker] of Object.entries(workers)) {
    await markWorker(db, worker);
    await saveAsset(db, { id, sourceHash: id, profile: "demo", name: `${id}.mp4` }, clock.now());
    expect(await claimAsset(db, id, worker.id)).toBe(true);
  }
  const jobs = await openJobs(database, silentLog);
  const worker = await startTranscoding({
    database,
    store,
    clock,
    jobs,
    log: silentLog,
    ffmpegPath: null,
    tools: await tools(),
  });
  await worker.stop();
  await jobs.stop();
  const { rows } = await database.pool.query(
    `select asset.id, asset.state, exists (select from jobs.job where singleton_key = asset.id) as sent
     from asset order by id`,
  );
  expect(rows).toEqual([
    { id: "dead", state: "queued", sent: true },
    { id: "living", state: "encoding", sent: false },
  ]);
});
