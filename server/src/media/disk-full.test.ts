import { truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { limits } from "../../../vitest.limits.ts";
import { requireRoom } from "./disk-full.ts";
import { defineTranscode, sendTranscode, startTranscoding } from "./jobs.ts";
import { findAssets, saveAsset } from "./repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const waits = (megabytes: number) =>
  `The disk is too full for one.mp4, which needs ${megabytes} MB to be encoded. It waits, or another worker takes it.`;

test("O35: three times the size of a source must be free", async () => {
  await requireRoom(app.dataDir, "one.mp4", 1);
  await expect(requireRoom(app.dataDir, "one.mp4", 2 ** 50)).rejects.toThrow(waits(3221225472));
});

test("O35: a video whose disk has no room for it waits in the queue, and says so", async () => {
  const { database, store, clock } = app;
  const source = pathIn(store, "spool/large");
  await writeFile(source, "");
  await truncate(source, 2 ** 43);
  const [episode] = (await makeSeries(app)).episodes;
  await saveAsset(
    database.db,
    { id: "large", sourceHash: "large", profile: "demo", name: "one.mp4" },
    clock.now(),
  );
  await database.pool.query(
    "insert into asset_episode (asset_id, episode_id, series_id, number) select 'large', id, series_id, number from episode where id = $1",
    [episode?.id],
  );
  const jobs = await openJobs(database, silentLog);
  await defineTranscode(jobs);
  await sendTranscode(database.db, jobs, "large");
  const worker = await startTranscoding({
    database,
    store,
    clock,
    jobs,
    log: silentLog,
    ffmpegPath: null,
    tools: await tools(),
  });
  try {
    await vi.waitFor(
      async () => {
        const [asset] = await findAssets(database.db, ["large"]);
        expect(asset).toMatchObject({ state: "queued", error: expect.stringContaining(waits(25_165_824)) });
      },
      { timeout: limits.testTimeout / 2, interval: 100 },
    );
    const { rows } = await database.pool.query(
      "select start_after > now() as waits from jobs.job where name = 'media.transcode' and state = 'created'",
    );
    expect(rows).toEqual([{ waits: true }]);
  } finally {
    await worker.stop();
    await jobs.stop();
  }
});
