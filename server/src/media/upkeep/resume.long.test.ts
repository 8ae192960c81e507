import { spawnSync } from "node:child_process";
import { access, appendFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { listEpisodes } from "#catalogue";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeVideo, tools } from "#test/media-sources";
import { actingOn } from "#test/unaudited";
import { findMediaTools } from "../confine.ts";
import { ingestSeries } from "../ingest.ts";
import { defineTranscode, startTranscoding, type Transcoding } from "../jobs.ts";
import { findAssets } from "../repository.ts";
import { readSeriesFolder } from "../series-folder.ts";
import { claimAsset, holdClaim, markWorker, releaseAsset, requeueLost } from "./repository.ts";
import { removeDeadWorkers, thisWorker, WORKER_SILENCE_SECONDS } from "./workers.ts";

let films: string;
let app: IngestApp;
let worker: { stop(): Promise<void> } | null = null;

beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "cliffhanger-films-"));
  makeVideo(join(films, "one.mp4"), { size: "90x160", rate: "10", seconds: 1 });
});
afterAll(() => rm(films, { recursive: true, force: true }));
beforeEach(async () => {
  app = await openIngestApp(films);
  await defineTranscode(app.jobs);
});
afterEach(async () => {
  await app.jobs.stop();
  await worker?.stop();
  worker = null;
  await app.close();
});

async function ingest(name: string) {
  const path = await app.folder(name, { "1.mp4": "one.mp4" });
  const context = { ...app, ...actingOn(app), profile: "demo" as const };
  const { seriesId, ingested } = await ingestSeries(context, await readSeriesFolder(path));
  return { seriesId: seriesId ?? "", assetId: ingested[0]?.assetId ?? "" };
}

const assetOf = async (id: string) => (await findAssets(app.database.db, [id]))[0];
const isReady = (id: string) => pollUntil(async () => (await assetOf(id))?.state === "ready");

/** A worker of this machine whose process ended without notice, just after a heartbeat. */
async function deadWorker(): Promise<string> {
  const dead = { ...thisWorker(), pid: spawnSync(process.execPath, ["--version"]).pid };
  await markWorker(app.database.db, dead);
  return dead.id;
}

describe("a worker that is killed", () => {
  it("is detected at once on its own machine, and the next worker resumes its video", async () => {
    const { db } = app.database;
    const { assetId, seriesId } = await ingest("A");
    // Its job is still active, and only an expired heartbeat would release it.
    await app.database.pool.query("update jobs.job set state = 'active' where name = 'media.transcode'");
    await claimAsset(db, assetId, await deadWorker());
    expect(await removeDeadWorkers(db)).toBe(false);
    worker = await startTranscoding(app);
    await isReady(assetId);
    expect(await listEpisodes(db, seriesId)).toHaveLength(1);
  });

  it("counts as alive on another machine until its heartbeats stop", async () => {
    const { db } = app.database;
    const { assetId } = await ingest("B");
    const far = { id: "far", host: "elsewhere", pid: 1 };
    await markWorker(db, far);
    await claimAsset(db, assetId, far.id);
    expect(await removeDeadWorkers(db)).toBe(true);
    expect(await requeueLost(db, WORKER_SILENCE_SECONDS)).toEqual([]);
    await app.database.pool.query("update media_worker set seen_at = now() - interval '16 seconds'");
    expect(await removeDeadWorkers(db)).toBe(false);
    expect(await requeueLost(db, WORKER_SILENCE_SECONDS)).toEqual([assetId]);
  });

  it("leaves an asset to one worker alone when several claim it, and cannot finish another's asset", async () => {
    const { db } = app.database;
    const { assetId } = await ingest("C");
    const names = ["a", "b", "c", "d", "e"];
    const won = await Promise.all(names.map((name) => claimAsset(db, assetId, name)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = names[won.indexOf(true)] ?? "";
    const loser = names[won.indexOf(false)] ?? "";
    expect(await holdClaim(db, assetId, winner)).toBe(true);
    expect(await holdClaim(db, assetId, loser)).toBe(false);
    await releaseAsset(db, assetId, loser);
    expect(await assetOf(assetId)).toMatchObject({ state: "encoding" });
    await releaseAsset(db, assetId, winner);
    expect(await assetOf(assetId)).toMatchObject({ state: "queued" });
  });
});

describe("ffmpeg", () => {
  /** A program that is killed on its first run and then behaves as ffmpeg. */
  async function killedOnce(): Promise<string> {
    const { ffmpeg, ffprobe } = await tools();
    const path = join(app.root, "ffmpeg");
    const mark = join(app.root, "was-killed");
    await writeFile(
      path,
      `#!/bin/sh\nif [ ! -e ${mark} ]; then : > ${mark}; kill -9 $$; fi\nexec ${ffmpeg} "$@"\n`,
      {
        mode: 0o755,
      },
    );
    await symlink(ffprobe, join(app.root, "ffprobe"));
    return path;
  }

  it("that is killed from outside is retried: the video is not at fault", async () => {
    const { assetId } = await ingest("D");
    const ffmpegPath = await killedOnce();
    const options: Transcoding = { ...app, ffmpegPath, tools: await findMediaTools(ffmpegPath) };
    worker = await startTranscoding(options);
    await isReady(assetId);
    await expect(access(join(app.root, "was-killed"))).resolves.toBeUndefined();
  });
});

describe("the same video", () => {
  it("is encoded once for all its folders, even when they are ingested at the same time", async () => {
    const [first, second] = await Promise.all([ingest("E"), ingest("F")]);
    expect(first.assetId).toBe(second.assetId);
    worker = await startTranscoding(app);
    await isReady(first.assetId);
    const { rows } = await app.database.pool.query("select count(*)::int as count from asset");
    expect(rows).toEqual([{ count: 1 }]);
    for (const { seriesId } of [first, second])
      expect(await listEpisodes(app.database.db, seriesId)).toHaveLength(1);
  });
});

test("O35: a worker encodes as many videos at a time as it is told", async () => {
  makeVideo(join(films, "long.mp4"), { size: "360x640", rate: "25", seconds: 8 });
  const path = await app.folder("Two", { "1.mp4": "long.mp4" });
  const other = await app.folder("Three", { "1.mp4": "long.mp4" }, {});
  await appendFile(join(other, "1.mp4"), Buffer.alloc(8));
  const context = { ...app, ...actingOn(app), profile: "demo" as const };
  for (const folder of [path, other]) await ingestSeries(context, await readSeriesFolder(folder));
  worker = await startTranscoding({ ...app, concurrency: 2 });
  const both = async () =>
    (await app.database.pool.query("select from asset where state = 'encoding'")).rowCount === 2;
  expect(await pollUntil(both)).toBe(true);
});
