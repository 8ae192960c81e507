import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemActor } from "#platform/actor";
import { recordFiles } from "#platform/db/media-files";
import { openJobs } from "#platform/jobs";
import { openS3Store } from "#platform/store/s3-store";
import { openIngestApp } from "#test/ingest-app";
import { makeFilm } from "#test/media-sources";
import { type S3Double, startS3Double } from "#test/s3-double";
import { silentLog } from "#test/silent-log";
import { limits } from "../../../vitest.limits.ts";
import { ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { readSeriesFolder } from "./series-folder.ts";

let double: S3Double;
let folder: string;
beforeAll(async () => {
  double = await startS3Double({ pageSize: 100 });
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-bucket-"));
});
afterAll(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

test("O35: a worker with another DATA_DIR encodes a film from the bucket alone; a film that is damaged there never becomes ready", async () => {
  for (const number of [1, 2]) makeFilm(join(folder, `${number}.mp4`), number);
  const laptop = await openIngestApp(folder, (root) => openS3Store(double.settings, root));
  const elsewhere = await mkdtemp(join(tmpdir(), "cliffhanger-elsewhere-"));
  try {
    await defineTranscode(laptop.jobs);
    const path = await laptop.folder("Far", { "1.mp4": "1.mp4", "2.mp4": "2.mp4" });
    const result = await ingestSeries(
      { ...laptop, db: laptop.database.db, profile: "demo", by: systemActor("ingest") },
      await readSeriesFolder(path),
    );
    const spooled = [...double.objects].filter(([key]) => key.includes("/spool/"));
    expect(spooled).toHaveLength(2);
    const states = async () =>
      (
        await laptop.database.pool.query(
          "select id, source_hash, state, error, name from asset order by name",
        )
      ).rows;
    const [, second] = await states();
    const key = `${double.settings.prefix}spool/${second.source_hash}`;
    double.objects.set(key, { body: Buffer.alloc(40_000, 9), at: new Date() });
    await rm(join(laptop.root, "library"), { recursive: true });
    const jobs = await openJobs(laptop.database, silentLog);
    const worker = await startTranscoding({
      ...laptop,
      jobs,
      store: recordFiles(await openS3Store(double.settings, elsewhere), laptop.database.db),
    });
    try {
      await vi.waitFor(
        async () => expect((await states()).map(({ state }) => state)).toEqual(["ready", "failed"]),
        { timeout: limits.testTimeout, interval: 200 },
      );
    } finally {
      await worker.stop();
      await jobs.stop();
    }
    const [first, failed] = await states();
    expect(failed.error).toMatch(/2\.mp4 arrived damaged/);
    expect(double.objects.has(key)).toBe(false);
    expect((await laptop.store.read(`assets/${first.id}/index.m3u8`))?.toString()).toContain("#EXTM3U");
    expect(await laptop.store.names("assets")).not.toContain(failed.id);
    expect(await readdir(join(elsewhere, "scratch"))).toEqual([]);
    expect(result.faults).toEqual([]);
  } finally {
    await laptop.close();
    await rm(elsewhere, { recursive: true, force: true });
  }
});
