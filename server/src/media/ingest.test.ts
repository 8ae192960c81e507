import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findSeries, listEpisodes } from "#catalogue";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { type IngestApp, openIngestApp } from "#test/ingest-app";
import { complaintsOfDecoder, makeFilm, makeVideo, tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { timeLimit } from "../../../tools/time-limit.ts";
import { exportBundle, importBundle } from "./bundle.ts";
import { ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { findAssets, listCaptions } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { isWorkerAlive } from "./upkeep/repository.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

let videos: string;
let app: IngestApp;
let worker: { stop(): Promise<void> } | null = null;

// One app for all tests, whose series differ: a video that a test has encoded is there for those after it.
beforeAll(async () => {
  videos = await mkdtemp(join(tmpdir(), "cliffhanger-videos-"));
  for (const [index, name] of ["one", "three", "four", "five"].entries())
    makeFilm(join(videos, `${name}.mp4`), index + 1);
  makeVideo(join(videos, "two.mp4"), { size: "90x160", rate: "10", seconds: 1, tone: null });
  app = await openIngestApp(videos);
  await defineTranscode(app.jobs);
});
afterAll(async () => {
  await worker?.stop();
  await app.close();
  await rm(videos, { recursive: true, force: true });
});

/** Starts a worker if none runs. */
async function startWork(): Promise<void> {
  worker ??= await startTranscoding(app);
}

/** Stops the worker, after the encode that it has begun. */
async function stopWork(): Promise<void> {
  await worker?.stop();
  worker = null;
  await app.restartJobs();
}

async function ingest(path: string) {
  const folder = await readSeriesFolder(path);
  const result = await ingestSeries({ ...app, ...actingOn(app), profile: "demo" }, folder);
  return { ...result, seriesId: result.seriesId ?? "" };
}

/** Returns when none of the assets is queued or encoding. */
async function untilEncoded(ids: readonly string[]) {
  for (;;) {
    const assets = await findAssets(app.database.db, ids);
    if (assets.every((asset) => asset.state === "ready" || asset.state === "failed")) return assets;
    await pause(100);
  }
}

describe("ingesting a folder", () => {
  it("shows episodes only when their videos are ready, with captions, poster and thumbnails", async () => {
    const path = await app.folder(
      "The Last Ferry",
      { "01.mp4": "one.mp4", "02 - The Letter.mp4": "two.mp4" },
      {
        "01.en.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nHello\n",
        "series.yaml": "title: { en: The Last Ferry, fr: Le bac }\nfree: 1\ntags: [Sea]\n",
      },
    );
    const { seriesId, ingested, faults } = await ingest(path);
    expect(faults).toEqual([]);
    expect(await findSeries(app.database.db, seriesId)).toBeUndefined();
    expect(await listEpisodes(app.database.db, seriesId)).toEqual([]);

    await startWork();
    await untilEncoded(ingested.map((each) => each.assetId));
    const series = await findSeries(app.database.db, seriesId);
    expect(series).toMatchObject({
      title: { en: "The Last Ferry", fr: "Le bac" },
      episode_count: 2,
      tags: [{ id: "sea" }],
    });
    const episodes = await listEpisodes(app.database.db, seriesId);
    expect(episodes.map(({ number, title, free }) => [number, title.en, free])).toEqual([
      [1, undefined, true],
      [2, "The Letter", false],
    ]);
    expect(episodes[0]?.duration).toBeCloseTo(1, 1);
    for (const image of [series?.poster, series?.cover, episodes[0]?.thumbnail]) {
      expect((await stat(pathIn(app.store, (image?.url ?? "").replace("/media/", "")))).size).toBeGreaterThan(
        100,
      );
    }
    const folder = pathIn(app.store, `assets/${episodes[0]?.asset_id}`);
    expect(complaintsOfDecoder(join(folder, "index.m3u8"))).toBe("");
    const [caption] = await listCaptions(app.database.db, episodes[0]?.id ?? "");
    expect(caption?.language).toBe("en");
    expect(await readFile(join(folder, caption?.file ?? ""), "utf8")).toContain("Hello");
    expect(await isWorkerAlive(app.database.db, 15)).toBe(true);
    await stopWork();
    expect(await isWorkerAlive(app.database.db, 15)).toBe(false);
    expect(await readdir(join(app.root, "media/spool"))).toEqual([]);
  });

  it("repeats no work for the same folder or the same video elsewhere, and then adds only what is new", async () => {
    const path = await app.folder("A", { "1.mp4": "one.mp4" });
    const first = await ingest(path);
    await startWork();
    await untilEncoded(first.ingested.map((each) => each.assetId));
    const again = await ingest(path);
    expect(again).toMatchObject({
      seriesId: first.seriesId,
      ingested: [{ assetId: first.ingested[0]?.assetId, ready: true }],
    });
    const elsewhere = await ingest(await app.folder("B", { "1.mp4": "one.mp4" }));
    expect(elsewhere.ingested).toMatchObject([{ assetId: first.ingested[0]?.assetId, ready: true }]);
    expect(await listEpisodes(app.database.db, elsewhere.seriesId)).toHaveLength(1);
    await app.folder(
      "A",
      { "2.mp4": "three.mp4" },
      { "1.es.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nHola\n" },
    );
    const added = await ingest(path);
    expect(added.ingested.map((each) => each.ready)).toEqual([true, false]);
    await untilEncoded(added.ingested.map((each) => each.assetId));
    const episodes = await listEpisodes(app.database.db, first.seriesId);
    expect(episodes.map((episode) => episode.number)).toEqual([1, 2]);
    const [caption] = await listCaptions(app.database.db, episodes[0]?.id ?? "");
    expect(
      await readFile(pathIn(app.store, `assets/${episodes[0]?.asset_id}/${caption?.file}`), "utf8"),
    ).toContain("Hola");
  });

  it("names what it cannot read, and ingests the rest", async () => {
    const path = await app.folder(
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
    const nothing = await ingest(await app.folder("D", {}, { "01.mp4": "text" }));
    expect(nothing).toMatchObject({ seriesId: "", ingested: [] });
  });

  it("fails a truncated video with a sentence, and accepts the repaired file", async () => {
    await stopWork();
    const path = await app.folder("E", { "1.mp4": "four.mp4" });
    const {
      ingested: [video],
    } = await ingest(path);
    const [name = ""] = await readdir(join(app.root, "media/spool"));
    await rm(pathIn(app.store, `spool/${name}`));
    await writeFile(pathIn(app.store, `spool/${name}`), "broken");
    await startWork();
    const [asset] = await untilEncoded([video?.assetId ?? ""]);
    expect(asset).toMatchObject({
      state: "failed",
      error: "1.mp4 is not a video that we can read.",
    });
    await ingest(path);
    expect(await untilEncoded([video?.assetId ?? ""])).toMatchObject([{ state: "ready", error: null }]);
  });

  it("resumes where a worker stopped, and never shows an incomplete episode", async () => {
    await stopWork();
    const before = await readdir(join(app.root, "media/assets"));
    const {
      seriesId,
      ingested: [video],
    } = await ingest(await app.folder("F", { "1.mp4": "five.mp4" }));
    const ids = [video?.assetId ?? ""];
    // A run that is repeated from the cache would be over before it could be stopped.
    const stopped = await startTranscoding({ ...app, tools: await tools() });
    while ((await findAssets(app.database.db, ids))[0]?.state === "queued") await pause(20);
    await app.jobs.stop();
    expect(await listEpisodes(app.database.db, seriesId)).toEqual([]);
    expect(await readdir(join(app.root, "media/assets"))).toEqual(before);
    // On a busy machine the queue may give up waiting before the encoding that it ended has removed its folder.
    await expect.poll(() => readdir(join(app.root, "media/work")), { timeout: timeLimit(30) }).toEqual([]);
    await app.restartJobs();
    await startWork();
    expect(await untilEncoded(ids)).toMatchObject([{ state: "ready" }]);
    await stopped.stop();
    expect(await listEpisodes(app.database.db, seriesId)).toHaveLength(1);
  });

  it("moves to another installation as an encoded bundle, and only if it is complete", async () => {
    const path = await app.folder(
      "Ferry",
      { "1.mp4": "one.mp4", "2.mp4": "two.mp4" },
      {
        "1.pt.vtt": "WEBVTT\n\n00:00.100 --> 00:00.900\nOlá\n",
        "series.yaml": "free: 1\ncategories: [Drama]\ntags: [Sea]\nsynopsis: { de: Ein Boot }\n",
      },
    );
    const { seriesId, ingested } = await ingest(path);
    await startWork();
    await untilEncoded(ingested.map((each) => each.assetId));
    const bundle = join(app.root, "bundle");
    await exportBundle({ db: app.database.db, store: app.store }, seriesId, bundle);

    const other = await testDatabase();
    try {
      const there = {
        ...actingOn({ database: other, clock: app.clock }),
        store: await openFileStore(join(app.root, "elsewhere")),
      };
      const damaged = join(app.root, "damaged");
      await cp(bundle, damaged, { recursive: true });
      await appendFile(join(damaged, "episode-1/v90-00000.m4s"), "x");
      await expect(importBundle(there, damaged)).rejects.toThrow(/damaged.*v90-00000\.m4s/);
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
