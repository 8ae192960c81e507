import { spawnSync } from "node:child_process";
import { access, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listEpisodes } from "#catalogue";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeVideo, tools } from "#test/media-sources";
import { ingestSeries } from "../ingest.ts";
import { defineTranscode, startTranscoding, type Transcoding } from "../jobs.ts";
import { findAssets } from "../repository.ts";
import { readSeriesFolder } from "../series-folder.ts";
import { claimAsset, holdClaim, markWorker, releaseAsset, requeueLost } from "./repository.ts";
import { lookForWorkers, thisWorker, WORKER_SILENCE_SECONDS } from "./workers.ts";

let films: string;
let house: IngestApp;
let worker: { stop(): Promise<void> } | null = null;

beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "cliffhanger-films-"));
  makeVideo(join(films, "one.mp4"), { size: "90x160", rate: "10", seconds: 1 });
});
afterAll(() => rm(films, { recursive: true, force: true }));
beforeEach(async () => {
  house = await openIngestApp(films);
  await defineTranscode(house.jobs);
});
afterEach(async () => {
  await house.jobs.stop();
  await worker?.stop();
  worker = null;
  await house.close();
});

async function ingest(name: string) {
  const path = await house.folder(name, { "1.mp4": "one.mp4" });
  const context = { ...house, db: house.database.db, tools: await tools(), profile: "demo" as const };
  const { seriesId, taken } = await ingestSeries(context, await readSeriesFolder(path));
  return { seriesId: seriesId ?? "", assetId: taken[0]?.assetId ?? "" };
}

const assetOf = async (id: string) => (await findAssets(house.database.db, [id]))[0];
const isReady = (id: string) => pollUntil(async () => (await assetOf(id))?.state === "ready");

/** A worker of this machine whose process has ended without a word, just after it said that it lives. */
async function deadWorker(): Promise<string> {
  const dead = { ...thisWorker(), pid: spawnSync(process.execPath, ["--version"]).pid };
  await markWorker(house.database.db, dead);
  return dead.id;
}

describe("a worker that is killed", () => {
  it("is known for dead at once on its own machine, and the next one goes on with its video", async () => {
    const { db } = house.database;
    const { assetId, seriesId } = await ingest("A");
    // Its job is taken as well: only its heartbeat would free it.
    await house.database.pool.query("update jobs.job set state = 'active' where name = 'media.transcode'");
    await claimAsset(db, assetId, await deadWorker());
    expect(await lookForWorkers(db)).toBe(false);
    worker = await startTranscoding(house);
    await isReady(assetId);
    expect(await listEpisodes(db, seriesId)).toHaveLength(1);
  });

  it("is taken for living on another machine until it was silent for a while", async () => {
    const { db } = house.database;
    const { assetId } = await ingest("B");
    const far = { id: "far", host: "elsewhere", pid: 1 };
    await markWorker(db, far);
    await claimAsset(db, assetId, far.id);
    expect(await lookForWorkers(db)).toBe(true);
    expect(await requeueLost(db, WORKER_SILENCE_SECONDS)).toEqual([]);
    await house.database.pool.query("update media_worker set seen_at = now() - interval '16 seconds'");
    expect(await lookForWorkers(db)).toBe(false);
    expect(await requeueLost(db, WORKER_SILENCE_SECONDS)).toEqual([assetId]);
  });

  it("leaves an asset to one worker alone when several reach for it, and may not finish what is another's", async () => {
    const { db } = house.database;
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
  /** A program that is killed the first time that it is run, and then is ffmpeg. */
  async function killedOnce(): Promise<string> {
    const { ffmpeg, ffprobe } = await tools();
    const path = join(house.root, "ffmpeg");
    const mark = join(house.root, "was-killed");
    await writeFile(
      path,
      `#!/bin/sh\nif [ ! -e ${mark} ]; then : > ${mark}; kill -9 $$; fi\nexec ${ffmpeg} "$@"\n`,
      {
        mode: 0o755,
      },
    );
    await symlink(ffprobe, join(house.root, "ffprobe"));
    return path;
  }

  it("that is killed from outside is started again: the film is not to blame", async () => {
    const { assetId } = await ingest("D");
    const options: Transcoding = { ...house, ffmpegPath: await killedOnce() };
    worker = await startTranscoding(options);
    await isReady(assetId);
    await expect(access(join(house.root, "was-killed"))).resolves.toBeUndefined();
  });
});

describe("the same film", () => {
  it("is encoded once for all the folders that it lies in, also when they come at the same time", async () => {
    const [first, second] = await Promise.all([ingest("E"), ingest("F")]);
    expect(first.assetId).toBe(second.assetId);
    worker = await startTranscoding(house);
    await isReady(first.assetId);
    const { rows } = await house.database.pool.query("select count(*)::int as count from asset");
    expect(rows).toEqual([{ count: 1 }]);
    for (const { seriesId } of [first, second])
      expect(await listEpisodes(house.database.db, seriesId)).toHaveLength(1);
  });
});
