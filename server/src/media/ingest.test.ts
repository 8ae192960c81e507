import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findSeries, listEpisodes } from "#catalogue";
import { systemClock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { type Jobs, openJobs } from "#platform/jobs";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { fastFolder } from "#test/fast-folder";
import { complaintsOfDecoder, makeVideo, tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { actingOn } from "#test/unaudited";
import { timeLimit } from "../../../tools/time-limit.ts";
import { exportBundle, importBundle } from "./bundle.ts";
import { ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { findAssets, listCaptions } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { isWorkerAlive } from "./upkeep/repository.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

const clock = systemClock;
let root: string;
let videos: string;
let database: Database;
let jobs: Jobs;
let store: MediaStore;

beforeAll(async () => {
  videos = await mkdtemp(join(tmpdir(), "cliffhanger-videos-"));
  makeVideo(join(videos, "one.mp4"), { seconds: 2 });
  makeVideo(join(videos, "two.mp4"), { seconds: 1, tone: null });
});
afterAll(() => rm(videos, { recursive: true, force: true }));
beforeEach(async () => {
  root = await mkdtemp(join(fastFolder(), "cliffhanger-ingest-"));
  store = await openFileStore(root);
  database = await testDatabase();
  jobs = await openJobs(database, silentLog);
  await defineTranscode(jobs);
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await rm(root, { recursive: true, force: true });
});

async function seriesFolder(
  name: string,
  files: Record<string, string>,
  texts: Record<string, string> = {},
): Promise<string> {
  const path = join(root, "library", name);
  await mkdir(path, { recursive: true });
  for (const [file, video] of Object.entries(files)) await cp(join(videos, video), join(path, file));
  for (const [file, text] of Object.entries(texts)) await writeFile(join(path, file), text);
  return path;
}

async function ingest(path: string) {
  const folder = await readSeriesFolder(path);
  const result = await ingestSeries(
    { ...actingOn({ database, clock }), store, jobs, tools: await tools(), profile: "demo" },
    folder,
  );
  return { ...result, seriesId: result.seriesId ?? "" };
}

const app = async () => ({
  database,
  jobs,
  store,
  clock,
  log: silentLog,
  ffmpegPath: null,
  tools: await tools(),
});

/** Returns when none of the assets is queued or encoding. */
async function untilEncoded(ids: readonly string[]) {
  for (;;) {
    const assets = await findAssets(database.db, ids);
    if (assets.every((asset) => asset.state === "ready" || asset.state === "failed")) return assets;
    await pause(100);
  }
}

describe("ingesting a folder", () => {
  it("shows episodes only when their videos are ready, with captions, poster and thumbnails", async () => {
    const path = await seriesFolder(
      "The Last Ferry",
      { "01.mp4": "one.mp4", "02 - The Letter.mp4": "two.mp4" },
      {
        "01.en.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nHello\n",
        "series.yaml": "title: { en: The Last Ferry, fr: Le bac }\nfree: 1\ntags: [Sea]\n",
      },
    );
    const { seriesId, ingested, faults } = await ingest(path);
    expect(faults).toEqual([]);
    expect(await findSeries(database.db, seriesId)).toBeUndefined();
    expect(await listEpisodes(database.db, seriesId)).toEqual([]);

    const worker = await startTranscoding(await app());
    await untilEncoded(ingested.map((each) => each.assetId));
    const series = await findSeries(database.db, seriesId);
    expect(series).toMatchObject({
      title: { en: "The Last Ferry", fr: "Le bac" },
      episode_count: 2,
      tags: [{ id: "sea" }],
    });
    const episodes = await listEpisodes(database.db, seriesId);
    expect(episodes.map(({ number, title, free }) => [number, title.en, free])).toEqual([
      [1, undefined, true],
      [2, "The Letter", false],
    ]);
    expect(episodes[0]?.duration).toBeCloseTo(2, 0);
    for (const image of [series?.poster, series?.cover, episodes[0]?.thumbnail]) {
      expect((await stat(pathIn(store, (image?.url ?? "").replace("/media/", "")))).size).toBeGreaterThan(
        100,
      );
    }
    const folder = pathIn(store, `assets/${episodes[0]?.asset_id}`);
    expect(complaintsOfDecoder(join(folder, "index.m3u8"))).toBe("");
    const [caption] = await listCaptions(database.db, episodes[0]?.id ?? "");
    expect(caption?.language).toBe("en");
    expect(await readFile(join(folder, caption?.file ?? ""), "utf8")).toContain("Hello");
    expect(await isWorkerAlive(database.db, 15)).toBe(true);
    await worker.stop();
    await jobs.stop();
    expect(await isWorkerAlive(database.db, 15)).toBe(false);
    expect(await readdir(join(root, "media/spool"))).toEqual([]);
  });

  it("repeats no work for the same folder or the same video elsewhere, and then adds only what is new", async () => {
    const path = await seriesFolder("A", { "1.mp4": "one.mp4" });
    const first = await ingest(path);
    const worker = await startTranscoding(await app());
    await untilEncoded(first.ingested.map((each) => each.assetId));
    const again = await ingest(path);
    expect(again).toMatchObject({
      seriesId: first.seriesId,
      ingested: [{ assetId: first.ingested[0]?.assetId, ready: true }],
    });
    const elsewhere = await ingest(await seriesFolder("B", { "1.mp4": "one.mp4" }));
    expect(elsewhere.ingested).toMatchObject([{ assetId: first.ingested[0]?.assetId, ready: true }]);
    expect(await listEpisodes(database.db, elsewhere.seriesId)).toHaveLength(1);
    await seriesFolder(
      "A",
      { "2.mp4": "two.mp4" },
      { "1.es.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nHola\n" },
    );
    const added = await ingest(path);
    expect(added.ingested.map((each) => each.ready)).toEqual([true, false]);
    await untilEncoded(added.ingested.map((each) => each.assetId));
    const episodes = await listEpisodes(database.db, first.seriesId);
    expect(episodes.map((episode) => episode.number)).toEqual([1, 2]);
    const [caption] = await listCaptions(database.db, episodes[0]?.id ?? "");
    expect(
      await readFile(pathIn(store, `assets/${episodes[0]?.asset_id}/${caption?.file}`), "utf8"),
    ).toContain("Hola");
    await worker.stop();
  });

  it("names what it cannot read, and ingests the rest", async () => {
    const path = await seriesFolder(
      "C",
      { "01.mp4": "one.mp4" },
      { "02.mp4": "text", "03.mp4": "", "01.en.vtt": "no", "poster.jpg": "no" },
    );
    const { ingested, faults } = await ingest(path);
    expect(ingested).toHaveLength(1);
    expect(faults).toEqual([
      "01.en.vtt is not WebVTT: its first line must be WEBVTT.",
      "02.mp4 is not a video that we can read.",
      "03.mp4 is an empty file.",
      "poster.jpg is not a picture that we can read. Save it as JPEG, PNG or WebP.",
    ]);
    const nothing = await ingest(await seriesFolder("D", {}, { "01.mp4": "text" }));
    expect(nothing).toMatchObject({ seriesId: "", ingested: [] });
  });

  it("fails a truncated video with a sentence, and accepts the repaired file", async () => {
    const path = await seriesFolder("E", { "1.mp4": "one.mp4" });
    const {
      ingested: [video],
    } = await ingest(path);
    const [name = ""] = await readdir(join(root, "media/spool"));
    await rm(pathIn(store, `spool/${name}`));
    await writeFile(pathIn(store, `spool/${name}`), "broken");
    const worker = await startTranscoding(await app());
    const [asset] = await untilEncoded([video?.assetId ?? ""]);
    expect(asset).toMatchObject({
      state: "failed",
      error: "1.mp4 is not a video that we can read.",
    });
    await ingest(path);
    expect(await untilEncoded([video?.assetId ?? ""])).toMatchObject([{ state: "ready", error: null }]);
    await worker.stop();
  });

  it("resumes where a worker stopped, and never shows an incomplete episode", async () => {
    const path = join(root, "library", "F");
    await mkdir(path, { recursive: true });
    makeVideo(join(path, "1.mp4"), { size: "360x640", seconds: 5 });
    const {
      seriesId,
      ingested: [video],
    } = await ingest(path);
    const ids = [video?.assetId ?? ""];
    await startTranscoding(await app());
    while ((await findAssets(database.db, ids))[0]?.state === "queued") await pause(20);
    await jobs.stop();
    expect(await listEpisodes(database.db, seriesId)).toEqual([]);
    expect(await readdir(join(root, "media/assets"))).toEqual([]);
    // On a busy machine the queue may give up waiting before the encoding that it ended has removed its folder.
    await expect.poll(() => readdir(join(root, "media/work")), { timeout: timeLimit(30) }).toEqual([]);
    jobs = await openJobs(database, silentLog);
    const worker = await startTranscoding(await app());
    expect(await untilEncoded(ids)).toMatchObject([{ state: "ready" }]);
    expect(await listEpisodes(database.db, seriesId)).toHaveLength(1);
    await worker.stop();
  });

  it("moves to another installation as an encoded bundle, and only if it is complete", async () => {
    const path = await seriesFolder(
      "Ferry",
      { "1.mp4": "one.mp4", "2.mp4": "two.mp4" },
      {
        "1.pt.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nOlá\n",
        "series.yaml": "free: 1\ncategories: [Drama]\ntags: [Sea]\nsynopsis: { de: Ein Boot }\n",
      },
    );
    const { seriesId, ingested } = await ingest(path);
    const worker = await startTranscoding(await app());
    await untilEncoded(ingested.map((each) => each.assetId));
    await worker.stop();
    const bundle = join(root, "bundle");
    await exportBundle({ db: database.db, store }, seriesId, bundle);

    const other = await testDatabase();
    try {
      const there = {
        ...actingOn({ database: other, clock }),
        store: await openFileStore(join(root, "elsewhere")),
      };
      const damaged = join(root, "damaged");
      await cp(bundle, damaged, { recursive: true });
      await appendFile(join(damaged, "episode-1/v180-00000.m4s"), "x");
      await expect(importBundle(there, damaged)).rejects.toThrow(/damaged.*v180-00000\.m4s/);
      expect(await importBundle(there, bundle)).toEqual({ imported: true });
      expect(await importBundle(there, bundle)).toEqual({ imported: false });
      const {
        rows: [row],
      } = await other.pool.query("select id from visible_series");
      const series = await findSeries(other.db, row.id);
      expect(series).toMatchObject({
        title: { en: "Ferry" },
        synopsis: { de: "Ein Boot" },
        free_episode_count: 1,
        episode_count: 2,
      });
      expect(series?.tags.map((tag) => tag.id)).toEqual(["drama", "sea"]);
      const episodes = await listEpisodes(other.db, row.id);
      const [caption] = await listCaptions(other.db, episodes[0]?.id ?? "");
      const folder = pathIn(there.store, `assets/${episodes[0]?.asset_id}`);
      expect(await readFile(join(folder, caption?.file ?? ""), "utf8")).toContain("Olá");
      expect(complaintsOfDecoder(join(folder, "index.m3u8"))).toBe("");
      expect(
        (await stat(pathIn(there.store, (series?.poster?.url ?? "").replace("/media/", "")))).size,
      ).toBeGreaterThan(100);
    } finally {
      await other.close();
    }
  });
});
