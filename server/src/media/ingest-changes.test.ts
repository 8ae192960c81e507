import {
  access,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSeries, listEpisodes, saveUnlockPrice } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeFilm, makeVideo } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { type IngestOptions, ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { listLines, removeSeries } from "./remove.ts";
import { findAssets, listCaptions } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { collectOrphans } from "./upkeep/collect.ts";

const DAY_SECONDS = 24 * 3600;
const VTT = "WEBVTT\n\n00:00.100 --> 00:00.900\n";
let videos: string;
let app: IngestApp;
let worker: { stop(): Promise<void> };

// One app for all tests. Each has series of its own, and a video is encoded once for all of them.
beforeAll(async () => {
  videos = await mkdtemp(join(tmpdir(), "cliffhanger-videos-"));
  for (const [index, name] of ["one", "two", "three", "four", "five"].entries())
    makeFilm(join(videos, `${name}.mp4`), index + 1);
  app = await openIngestApp(videos);
  await defineTranscode(app.jobs);
  worker = await startTranscoding(app);
});
afterAll(async () => {
  await app.jobs.stop();
  await worker.stop();
  await app.close();
  await rm(videos, { recursive: true, force: true });
});

async function ingest(path: string, options: IngestOptions = {}) {
  const context = { ...app, ...actingOn(app), profile: "demo" as const };
  const result = await ingestSeries(context, await readSeriesFolder(path), options);
  const ids = result.ingested.map((each) => each.assetId);
  const untilEncoded = () =>
    pollUntil(async () => {
      const assets = await findAssets(app.database.db, ids);
      return assets.every((asset) => asset.state === "ready" || asset.state === "failed");
    });
  return { ...result, seriesId: result.seriesId ?? "", settled: untilEncoded };
}

async function ingested(path: string, options?: IngestOptions) {
  const result = await ingest(path, options);
  await result.settled();
  return result;
}

async function priceOf(seriesId: string): Promise<unknown> {
  const { rows } = await app.database.pool.query("select unlock_price from series where id = $1", [seriesId]);
  return rows[0]?.unlock_price;
}

const episodes = (seriesId: string) => listEpisodes(app.database.db, seriesId);
const poster = (shade: string) =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: shade } })
    .png()
    .toBuffer();

describe("a changed folder", () => {
  it("updates its series: titles, free episodes, tags, price and an added episode", async () => {
    const path = await app.folder("A", { "1.mp4": "one.mp4" }, { "series.yaml": "title: Old\ntags: [Sea]" });
    const { seriesId } = await ingested(path);
    const yaml = "title: New\nfree: 1\nunlock_price: { USD: 6.99 }\nepisodes: [First]";
    const again = await ingested(await app.folder("A", { "2.mp4": "two.mp4" }, { "series.yaml": yaml }));
    expect(again.seriesId).toBe(seriesId);
    expect(await findSeries(app.database.db, seriesId)).toMatchObject({
      title: { en: "New" },
      free_episode_count: 1,
      episode_count: 2,
      tags: [],
    });
    expect((await episodes(seriesId)).map(({ title }) => title.en)).toEqual(["First", undefined]);
    expect(await priceOf(seriesId)).toEqual({ USD: 699 });
  });

  it("leaves a price that was set elsewhere until series.yaml gives another one", async () => {
    const path = await app.folder("A2", { "1.mp4": "one.mp4" });
    const { seriesId } = await ingested(path);
    const priceSeries = (prices: Record<string, number>) =>
      asSystem(app.database.db, "restore", (trx) => saveUnlockPrice(trx, seriesId, prices));
    await priceSeries({ USD: 499 });
    await ingested(await app.folder("A2", { "2.mp4": "two.mp4" }));
    expect(await priceOf(seriesId)).toEqual({ USD: 499 });

    const says = (text: string) => app.folder("A2", {}, { "series.yaml": text });
    await ingested(await says("unlock_price: { USD: 6.99, EUR: 5.99 }"));
    expect(await priceOf(seriesId)).toEqual({ USD: 699, EUR: 599 });
    await priceSeries({ USD: 299 });
    await ingested(await says("title: New\nunlock_price: { EUR: 5.99, USD: 6.99 }"));
    expect(await priceOf(seriesId)).toEqual({ USD: 299 });
    await ingested(await says("title: New"));
    expect(await priceOf(seriesId)).toBeNull();
  });

  it("reports a failed video by its current name in the folder, also for a link", async () => {
    const source = join(videos, "half.mkv");
    makeVideo(source, { size: "90x160", rate: "10", seconds: 6 });
    await truncate(source, Math.floor((await stat(source)).size / 2));
    const path = await app.folder("Half", {});
    await symlink(source, join(path, "1 First.mkv"));
    const first = await ingested(path);
    const errors = async (ids: string[]) =>
      (await findAssets(app.database.db, ids)).map(({ error }) => error);
    const ids = first.ingested.map(({ assetId }) => assetId);
    expect(await errors(ids)).toEqual([expect.stringMatching(/^1 First\.mkv breaks off after/)]);
    await rename(join(path, "1 First.mkv"), join(path, "1 Second.mkv"));
    await ingested(path);
    expect(await errors(ids)).toEqual([expect.stringMatching(/^1 Second\.mkv breaks off after/)]);
  });

  it("plays the old video with the new captions until the new video is ready", async () => {
    const path = await app.folder("B", { "1.mp4": "one.mp4" });
    const { seriesId } = await ingested(path);
    const [before] = await episodes(seriesId);
    // Restarts the jobs without a worker, so that nothing is encoded for now.
    await app.restartJobs();
    const changed = await app.folder("B", { "1.mp4": "four.mp4" }, { "1.en.vtt": `${VTT}Hello\n` });
    const { notes, settled: untilEncoded } = await ingest(changed);
    expect(notes).toEqual(["Episode 1 is replaced; it plays the old video until 1.mp4 is ready."]);
    const [meanwhile] = await episodes(seriesId);
    expect(meanwhile?.asset_id).toBe(before?.asset_id);
    const [caption] = await listCaptions(app.database.db, meanwhile?.id ?? "");
    const folder = pathIn(app.store, `assets/${meanwhile?.asset_id}`);
    expect(await readFile(join(folder, caption?.file ?? ""), "utf8")).toContain("Hello");
    expect(await readdir(folder)).toContain("index.m3u8");

    await worker.stop();
    worker = await startTranscoding(app);
    await untilEncoded();
    const [after] = await episodes(seriesId);
    expect(after?.id).toBe(before?.id);
    expect(after?.asset_id).not.toBe(before?.asset_id);
    expect(await readdir(pathIn(app.store, `assets/${after?.asset_id}`))).toContain(caption?.file);
  });

  it("keeps an episode whose file is gone until --prune, and restores it with its old id", async () => {
    const path = await app.folder("C", { "1.mp4": "one.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const before = await episodes(seriesId);
    await rm(join(path, "2.mp4"));
    expect((await ingested(path)).notes).toEqual([
      "Episode 2: no longer in the folder, but still shown. Give --prune to remove them.",
    ]);
    expect(await episodes(seriesId)).toHaveLength(2);
    expect((await ingested(path, { prune: true })).notes).toEqual([
      "Episode 2: removed, because no longer in the folder.",
    ]);
    expect((await episodes(seriesId)).map(({ number }) => number)).toEqual([1]);
    expect(await findSeries(app.database.db, seriesId)).toMatchObject({ episode_count: 1 });
    expect((await ingested(path, { prune: true })).notes).toEqual([]);
    const back = await ingested(await app.folder("C", { "2.mp4": "two.mp4" }));
    expect(back.ingested.every((each) => each.ready)).toBe(true);
    expect((await episodes(seriesId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("updates and removes captions, but keeps those whose file is unreadable at the moment", async () => {
    const texts = { "1.en.vtt": `${VTT}One\n`, "1.es.vtt": `${VTT}Uno\n`, "1.fr.vtt": `${VTT}Un\n` };
    const path = await app.folder("D", { "1.mp4": "one.mp4" }, texts);
    const { seriesId } = await ingested(path);
    const [episode] = await episodes(seriesId);
    const files = async () =>
      (await listCaptions(app.database.db, episode?.id ?? "")).map(({ file }) => file);
    const before = await files();
    await rm(join(path, "1.es.vtt"));
    await writeFile(join(path, "1.en.vtt"), `${VTT}Changed\n`);
    await writeFile(join(path, "1.fr.vtt"), "broken");
    expect((await ingested(path)).faults).toHaveLength(1);
    const after = await files();
    expect(after.map((file) => file.slice(0, 11))).toEqual(["captions-en", "captions-fr"]);
    expect(after[0]).not.toBe(before[0]);
    const folder = pathIn(app.store, `assets/${episode?.asset_id}`);
    expect(await readFile(join(folder, after[0] ?? ""), "utf8")).toContain("Changed");
  });

  it("updates its poster, skips an unchanged one, and shows a frame when the poster is removed", async () => {
    const path = await app.folder("E", { "1.mp4": "one.mp4" }, { "poster.png": await poster("#a00") });
    const { seriesId, notes } = await ingested(path);
    const shown = async () => (await findSeries(app.database.db, seriesId))?.poster;
    const first = await shown();
    expect(notes).toEqual(["The poster is new."]);
    expect(first?.avif).toEqual([{ url: first?.url.replace("webp", "avif"), width: 60 }]);
    expect((await ingested(path)).notes).toEqual([]);
    await writeFile(join(path, "poster.png"), await poster("#00a"));
    await ingested(path);
    expect((await shown())?.url).not.toBe(first?.url);
    await rm(join(path, "poster.png"));
    expect((await ingested(path)).notes).toEqual([
      "The poster is gone from the folder; a frame takes its place.",
    ]);
    expect((await shown())?.width).toBe(90);
    expect((await ingested(path)).notes).toEqual([]);
  });
});

describe("a removed series", () => {
  /** Removes what earlier tests have left. */
  beforeAll(async () => {
    const collect = () => collectOrphans({ ...app, db: app.database.db });
    await collect();
    app.clock.advance(2 * DAY_SECONDS);
    await collect();
  });

  it("is hidden, and is restored completely when its folder is ingested again", async () => {
    const path = await app.folder("F", { "1.mp4": "one.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const before = await episodes(seriesId);
    const lines = (await listLines(app.database.db)).join("\n");
    expect(lines).toContain(`${seriesId}  F: 2 episodes\n  ${path}`);
    expect(await removeSeries(actingOn(app), path)).toBe(
      `“F” is removed, with 2 episodes. Its videos are deleted after a day. To bring it back: npm run ingest -- "${path}"`,
    );
    expect(await findSeries(app.database.db, seriesId)).toBeUndefined();
    expect(await episodes(seriesId)).toEqual([]);
    expect(await listLines(app.database.db)).toContain(`${seriesId}  F: not shown`);
    expect(await removeSeries(actingOn(app), seriesId)).toMatch(/^“F” is already removed/);
    await ingested(path);
    expect((await episodes(seriesId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await expect(removeSeries(actingOn(app), "nothing")).rejects.toThrow(/There is no series/);
  });

  it("loses its videos after a day, except those that another series plays", async () => {
    const { db } = app.database;
    const path = await app.folder("G", { "1.mp4": "three.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const other = await ingested(await app.folder("H", { "1.mp4": "two.mp4" }));
    const [own, shared] = await episodes(seriesId);
    await removeSeries(actingOn(app), seriesId);
    const collect = () => collectOrphans({ ...app, db });
    expect(await collect()).toBe(0);
    app.clock.advance(DAY_SECONDS - 60);
    expect(await collect()).toBe(0);
    app.clock.advance(120);
    expect(await collect()).toBe(1);
    await expect(access(pathIn(app.store, `assets/${own?.asset_id}`))).rejects.toThrow("ENOENT");
    await expect(
      access(pathIn(app.store, `images/${own?.thumbnail?.url.split("/").at(-1)}`)),
    ).rejects.toThrow("ENOENT");
    await access(pathIn(app.store, `assets/${shared?.asset_id}/index.m3u8`));
    expect((await episodes(other.seriesId)).map((episode) => episode.asset_id)).toEqual([shared?.asset_id]);
  });

  it("loses a replaced video only a day after the new one plays", async () => {
    const path = await app.folder("I", { "1.mp4": "five.mp4" });
    const { seriesId } = await ingested(path);
    const [before] = await episodes(seriesId);
    const collect = () => collectOrphans({ ...app, db: app.database.db });
    await app.restartJobs();
    const { settled: untilEncoded } = await ingest(await app.folder("I", { "1.mp4": "three.mp4" }));
    await collect();
    app.clock.advance(2 * DAY_SECONDS);
    expect(await collect()).toBe(0);
    await worker.stop();
    worker = await startTranscoding(app);
    await untilEncoded();
    await collect();
    app.clock.advance(DAY_SECONDS + 60);
    expect(await collect()).toBe(1);
    await expect(access(pathIn(app.store, `assets/${before?.asset_id}`))).rejects.toThrow("ENOENT");
  });
});
