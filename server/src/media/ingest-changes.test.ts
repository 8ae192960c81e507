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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findSeries, listEpisodes, saveUnlockPrice } from "#catalogue";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeVideo, tools } from "#test/media-sources";
import { type IngestOptions, ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { listLines, removeSeries } from "./remove.ts";
import { findAssets, listCaptions } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { collectOrphans } from "./upkeep/collect.ts";

const DAY_SECONDS = 24 * 3600;
const VTT = "WEBVTT\n\n00:00.100 --> 00:00.900\n";
let films: string;
let house: IngestApp;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "cliffhanger-films-"));
  const shapes = { one: "90x160", two: "90x160", three: "100x160" };
  for (const [index, [name, size]] of Object.entries(shapes).entries())
    makeVideo(join(films, `${name}.mp4`), { size, rate: "10", seconds: 1, tone: 300 + index * 50 });
});
afterAll(() => rm(films, { recursive: true, force: true }));
beforeEach(async () => {
  house = await openIngestApp(films);
  await defineTranscode(house.jobs);
  worker = await startTranscoding(house);
});
afterEach(async () => {
  await house.jobs.stop();
  await worker.stop();
  await house.close();
});

async function ingest(path: string, options: IngestOptions = {}) {
  const context = { ...house, db: house.database.db, tools: await tools(), profile: "demo" as const };
  const result = await ingestSeries(context, await readSeriesFolder(path), options);
  const ids = result.taken.map((each) => each.assetId);
  const settled = () =>
    pollUntil(async () => {
      const assets = await findAssets(house.database.db, ids);
      return assets.every((asset) => asset.state === "ready" || asset.state === "failed");
    });
  return { ...result, seriesId: result.seriesId ?? "", settled };
}

async function ingested(path: string, options?: IngestOptions) {
  const result = await ingest(path, options);
  await result.settled();
  return result;
}

const episodes = (seriesId: string) => listEpisodes(house.database.db, seriesId);
const poster = (shade: string) =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: shade } })
    .png()
    .toBuffer();

describe("a folder that changed", () => {
  it("changes its series: titles, free count, tags, price, and an episode more", async () => {
    const path = await house.folder(
      "A",
      { "1.mp4": "one.mp4" },
      { "series.yaml": "title: Old\ntags: [Sea]" },
    );
    const { seriesId } = await ingested(path);
    const yaml = "title: New\nfree: 1\nunlock_price: { USD: 6.99 }\nepisodes: [First]";
    const again = await ingested(await house.folder("A", { "2.mp4": "two.mp4" }, { "series.yaml": yaml }));
    expect(again.seriesId).toBe(seriesId);
    expect(await findSeries(house.database.db, seriesId)).toMatchObject({
      title: { en: "New" },
      free_episode_count: 1,
      episode_count: 2,
      tags: [],
    });
    expect((await episodes(seriesId)).map(({ title }) => title.en)).toEqual(["First", undefined]);
    const { rows } = await house.database.pool.query("select unlock_price from series");
    expect(rows).toEqual([{ unlock_price: { USD: 699 } }]);
  });

  it("leaves a price alone that was set elsewhere, until it says another one itself", async () => {
    const priced = async () => (await house.database.pool.query("select unlock_price from series")).rows;
    const path = await house.folder("A", { "1.mp4": "one.mp4" });
    const { seriesId } = await ingested(path);
    await saveUnlockPrice(house.database.db, seriesId, { USD: 499 });
    await ingested(await house.folder("A", { "2.mp4": "two.mp4" }));
    expect(await priced()).toEqual([{ unlock_price: { USD: 499 } }]);

    const says = (text: string) => house.folder("A", {}, { "series.yaml": text });
    await ingested(await says("unlock_price: { USD: 6.99, EUR: 5.99 }"));
    expect(await priced()).toEqual([{ unlock_price: { USD: 699, EUR: 599 } }]);
    await saveUnlockPrice(house.database.db, seriesId, { USD: 299 });
    await ingested(await says("title: New\nunlock_price: { EUR: 5.99, USD: 6.99 }"));
    expect(await priced()).toEqual([{ unlock_price: { USD: 299 } }]);
    await ingested(await says("title: New"));
    expect(await priced()).toEqual([{ unlock_price: null }]);
  });

  it("names a video that failed as the folder names it now, also where it is a link", async () => {
    const source = join(films, "half.mkv");
    makeVideo(source, { size: "90x160", rate: "10", seconds: 6 });
    await truncate(source, Math.floor((await stat(source)).size / 2));
    const path = await house.folder("Half", {});
    await symlink(source, join(path, "1 First.mkv"));
    const first = await ingested(path);
    const errors = async (ids: string[]) =>
      (await findAssets(house.database.db, ids)).map(({ error }) => error);
    const ids = first.taken.map(({ assetId }) => assetId);
    expect(await errors(ids)).toEqual([expect.stringMatching(/^1 First\.mkv breaks off after/)]);
    await rename(join(path, "1 First.mkv"), join(path, "1 Second.mkv"));
    await ingested(path);
    expect(await errors(ids)).toEqual([expect.stringMatching(/^1 Second\.mkv breaks off after/)]);
  });

  it("plays the old video until the new one is ready, with the captions of now, and then the new one", async () => {
    const path = await house.folder("B", { "1.mp4": "one.mp4" });
    const { seriesId } = await ingested(path);
    const [before] = await episodes(seriesId);
    // Nobody encodes for a while.
    await house.restartJobs();
    const changed = await house.folder("B", { "1.mp4": "two.mp4" }, { "1.en.vtt": `${VTT}Hello\n` });
    const { notes, settled } = await ingest(changed);
    expect(notes).toEqual(["Episode 1 is replaced; it plays the old video until 1.mp4 is ready."]);
    const [meanwhile] = await episodes(seriesId);
    expect(meanwhile?.asset_id).toBe(before?.asset_id);
    const [caption] = await listCaptions(house.database.db, meanwhile?.id ?? "");
    const folder = house.store.pathOf(`assets/${meanwhile?.asset_id}`);
    expect(await readFile(join(folder, caption?.file ?? ""), "utf8")).toContain("Hello");
    expect(await readdir(folder)).toContain("index.m3u8");

    await worker.stop();
    worker = await startTranscoding(house);
    await settled();
    const [after] = await episodes(seriesId);
    expect(after?.id).toBe(before?.id);
    expect(after?.asset_id).not.toBe(before?.asset_id);
    expect(await readdir(house.store.pathOf(`assets/${after?.asset_id}`))).toContain(caption?.file);
  });

  it("keeps an episode whose file is gone until it is told otherwise, and brings it back under its old id", async () => {
    const path = await house.folder("C", { "1.mp4": "one.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const before = await episodes(seriesId);
    await rm(join(path, "2.mp4"));
    expect((await ingested(path)).notes).toEqual([
      "Episode 2: no longer in the folder, but still shown. Give --prune to take them out.",
    ]);
    expect(await episodes(seriesId)).toHaveLength(2);
    expect((await ingested(path, { prune: true })).notes).toEqual([
      "Episode 2: taken out, because no longer in the folder.",
    ]);
    expect((await episodes(seriesId)).map(({ number }) => number)).toEqual([1]);
    expect(await findSeries(house.database.db, seriesId)).toMatchObject({ episode_count: 1 });
    expect((await ingested(path, { prune: true })).notes).toEqual([]);
    const back = await ingested(await house.folder("C", { "2.mp4": "two.mp4" }));
    expect(back.taken.every((each) => each.ready)).toBe(true);
    expect((await episodes(seriesId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("changes and loses captions, but not those whose file cannot be read just now", async () => {
    const texts = { "1.en.vtt": `${VTT}One\n`, "1.es.vtt": `${VTT}Uno\n`, "1.fr.vtt": `${VTT}Un\n` };
    const path = await house.folder("D", { "1.mp4": "one.mp4" }, texts);
    const { seriesId } = await ingested(path);
    const [episode] = await episodes(seriesId);
    const files = async () =>
      (await listCaptions(house.database.db, episode?.id ?? "")).map(({ file }) => file);
    const before = await files();
    await rm(join(path, "1.es.vtt"));
    await writeFile(join(path, "1.en.vtt"), `${VTT}Changed\n`);
    await writeFile(join(path, "1.fr.vtt"), "broken");
    expect((await ingested(path)).faults).toHaveLength(1);
    const after = await files();
    expect(after.map((file) => file.slice(0, 11))).toEqual(["captions-en", "captions-fr"]);
    expect(after[0]).not.toBe(before[0]);
    const folder = house.store.pathOf(`assets/${episode?.asset_id}`);
    expect(await readFile(join(folder, after[0] ?? ""), "utf8")).toContain("Changed");
  });

  it("changes its poster, makes the same one only once, and shows a frame when it is gone", async () => {
    const path = await house.folder("E", { "1.mp4": "one.mp4" }, { "poster.png": await poster("#a00") });
    const { seriesId, notes } = await ingested(path);
    const shown = async () => (await findSeries(house.database.db, seriesId))?.poster;
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

describe("a series that is taken out", () => {
  it("is seen by nobody, and comes back whole when its folder is taken in again", async () => {
    const path = await house.folder("F", { "1.mp4": "one.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const before = await episodes(seriesId);
    expect(await listLines(house.database.db)).toEqual([`${seriesId}  F: 2 episodes`, `  ${path}`]);
    expect(await removeSeries(house.database.db, house.clock, path)).toBe(
      `“F” is out, with 2 episodes. Its videos are removed after a day. To bring it back: npm run ingest -- "${path}"`,
    );
    expect(await findSeries(house.database.db, seriesId)).toBeUndefined();
    expect(await episodes(seriesId)).toEqual([]);
    expect(await listLines(house.database.db)).toContain(`${seriesId}  F: not shown`);
    expect(await removeSeries(house.database.db, house.clock, seriesId)).toMatch(/^“F” is out already/);
    await ingested(path);
    expect((await episodes(seriesId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await expect(removeSeries(house.database.db, house.clock, "nothing")).rejects.toThrow(
      /There is no series/,
    );
  });

  it("loses its videos after a day, and not those that another series plays", async () => {
    const { db } = house.database;
    const path = await house.folder("G", { "1.mp4": "three.mp4", "2.mp4": "two.mp4" });
    const { seriesId } = await ingested(path);
    const other = await ingested(await house.folder("H", { "1.mp4": "two.mp4" }));
    const [own, shared] = await episodes(seriesId);
    await removeSeries(db, house.clock, seriesId);
    const collect = () => collectOrphans({ ...house, db });
    expect(await collect()).toBe(0);
    house.clock.advance(DAY_SECONDS - 60);
    expect(await collect()).toBe(0);
    house.clock.advance(120);
    expect(await collect()).toBe(1);
    await expect(access(house.store.pathOf(`assets/${own?.asset_id}`))).rejects.toThrow("ENOENT");
    await expect(
      access(house.store.pathOf(`images/${own?.thumbnail?.url.split("/").at(-1)}`)),
    ).rejects.toThrow("ENOENT");
    await access(house.store.pathOf(`assets/${shared?.asset_id}/index.m3u8`));
    expect((await episodes(other.seriesId)).map((episode) => episode.asset_id)).toEqual([shared?.asset_id]);
  });

  it("loses the video that was replaced only after the new one plays, and a day", async () => {
    const path = await house.folder("I", { "1.mp4": "one.mp4" });
    const { seriesId } = await ingested(path);
    const [before] = await episodes(seriesId);
    const collect = () => collectOrphans({ ...house, db: house.database.db });
    await house.restartJobs();
    const { settled } = await ingest(await house.folder("I", { "1.mp4": "three.mp4" }));
    await collect();
    house.clock.advance(2 * DAY_SECONDS);
    expect(await collect()).toBe(0);
    await worker.stop();
    worker = await startTranscoding(house);
    await settled();
    await collect();
    house.clock.advance(DAY_SECONDS + 60);
    expect(await collect()).toBe(1);
    await expect(access(house.store.pathOf(`assets/${before?.asset_id}`))).rejects.toThrow("ENOENT");
  });
});
