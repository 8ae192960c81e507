import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeVideo, tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { ingestSeries } from "../ingest.ts";
import { defineTranscode, startTranscoding } from "../jobs.ts";
import { findAssets } from "../repository.ts";
import { readSeriesFolder } from "../series-folder.ts";
import { claimAsset, markWorker } from "../upkeep/repository.ts";
import { thisWorker } from "../upkeep/workers.ts";
import { cancelEncode, encodeFirst } from "./change-encode.ts";
import { encodeAgain } from "./encode-again.ts";

vi.setConfig({ testTimeout: timeLimit(120), hookTimeout: timeLimit(120) });

let films: string;
let app: IngestApp;
let worker: { stop(): Promise<void> } | null = null;

beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "cliffhanger-films-"));
  for (const [name, seconds] of [
    ["one", 1],
    ["two", 2],
    ["three", 3],
  ] as const)
    makeVideo(join(films, `${name}.mp4`), { size: "90x160", rate: "10", seconds });
  makeVideo(join(films, "long.mp4"), { size: "720x1280", rate: "30", seconds: 12 });
});
afterAll(() => rm(films, { recursive: true, force: true }));
beforeEach(async () => {
  app = Object.assign(await openIngestApp(films), { tools: await tools() });
  await defineTranscode(app.jobs);
});
afterEach(async () => {
  await app.jobs.stop();
  await worker?.stop();
  worker = null;
  await app.close();
});

/** Queues one series; returns its episodes with their assets, by number. */
async function ingest(name: string, videos: Record<string, string>) {
  const path = await app.folder(name, videos);
  const context = { ...app, ...actingOn(app), profile: "standard" as const };
  await ingestSeries(context, await readSeriesFolder(path));
  const { rows } = await app.database.pool.query<{
    episode_id: string;
    asset_id: string;
    source_hash: string;
  }>(
    "select episode_id, asset_id, source_hash from asset_episode join asset on asset.id = asset_id order by number",
  );
  return rows;
}

const assetOf = async (id: string) => (await findAssets(app.database.db, [id]))[0];
const folderOf = (name: string) => dirname(pathIn(app.store, `${name}/x`));

/** Returns whether an ffmpeg of this test's folder runs. */
function isFfmpegRunning(): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(app.root);
      } catch {
        return false;
      }
    });
}

async function auditOf(action: string) {
  const { rows } = await app.database.pool.query(
    "select subject_kind, before, after from audit where action = $1 order by at, id",
    [action],
  );
  return rows;
}

test("C25: a cancelled encoding ends its ffmpeg, leaves no half files, and can be encoded again", async () => {
  const [episode] = await ingest("A", { "1.mp4": "long.mp4" });
  if (!episode) throw new Error("There is no episode.");
  const { episode_id: id, asset_id: asset, source_hash: hash } = episode;
  worker = await startTranscoding(app);
  await pollUntil(async () => Number((await assetOf(asset))?.progress?.percent) > 0 && isFfmpegRunning());
  await cancelEncode(actingOn(app), app.jobs, id);
  expect(await assetOf(asset)).toMatchObject({ state: "failed", progress: null });
  await pollUntil(async () => !isFfmpegRunning());
  await pollUntil(async () => (await readdir(folderOf("work"))).length === 0);
  const left = async (name: string) => readdir(folderOf(name));
  expect([await left("assets"), await left("images"), await left("spool")]).toEqual([[], [], [hash]]);
  expect(await assetOf(asset)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("cancelled"),
  });
  await expect(cancelEncode(actingOn(app), app.jobs, id)).rejects.toMatchObject({ reason: "already_so" });
  expect(await auditOf("job.cancel")).toEqual([
    { subject_kind: "series", before: { state: "encoding" }, after: { state: "cancelled", file: "1.mp4" } },
  ]);

  // It begins from the source that was kept.
  await encodeAgain(actingOn(app), app.jobs, id);
  await pollUntil(async () => (await assetOf(asset))?.state === "encoding");
  await cancelEncode(actingOn(app), app.jobs, id);
  await pollUntil(async () => !isFfmpegRunning());
});

test("C25: a cancelled one that waits is never begun; encoded again, it becomes ready from the source that was kept", async () => {
  const [first, second] = await ingest("B", { "1.mp4": "one.mp4", "2.mp4": "two.mp4" });
  if (!first || !second) throw new Error("There are no episodes.");
  await cancelEncode(actingOn(app), app.jobs, first.episode_id);
  const { rows } = await app.database.pool.query(
    "select count(*)::int as waiting from jobs.job where name = 'media.transcode' and state < 'active'",
  );
  expect(rows[0].waiting).toBe(1);
  worker = await startTranscoding(app);
  await pollUntil(async () => (await assetOf(second.asset_id))?.state === "ready");
  expect((await assetOf(first.asset_id))?.state).toBe("failed");
  await encodeAgain(actingOn(app), app.jobs, first.episode_id);
  await pollUntil(async () => (await assetOf(first.asset_id))?.state === "ready");
  // It goes just after the film is ready.
  await pollUntil(async () => (await readdir(folderOf("spool"))).length === 0);
});

test("C25: one that a killed server was encoding stays cancelled when the next starts", async () => {
  const [episode] = await ingest("C", { "1.mp4": "one.mp4" });
  if (!episode) throw new Error("There is no episode.");
  const { db } = app.database;
  const dead = { ...thisWorker(), pid: spawnSync(process.execPath, ["--version"]).pid };
  await markWorker(db, dead);
  await app.database.pool.query("update jobs.job set state = 'active' where name = 'media.transcode'");
  await claimAsset(db, episode.asset_id, dead.id);
  // What it had written so far.
  await mkdir(join(folderOf("work"), `${hostname()}.${dead.pid}.left`));
  await cancelEncode(actingOn(app), app.jobs, episode.episode_id);
  worker = await startTranscoding(app);
  await pollUntil(async () => (await readdir(folderOf("work"))).length === 0);
  expect((await assetOf(episode.asset_id))?.state).toBe("failed");
  await encodeAgain(actingOn(app), app.jobs, episode.episode_id);
  await pollUntil(async () => (await assetOf(episode.asset_id))?.state === "ready");
});

test("C25: the one that was moved to the front is encoded next, also when its job is sent anew", async () => {
  const episodes = await ingest("D", { "1.mp4": "one.mp4", "2.mp4": "two.mp4", "3.mp4": "three.mp4" });
  const [, second, third] = episodes;
  if (!second || !third) throw new Error("There are no episodes.");
  await encodeFirst(actingOn(app), app.jobs, second.episode_id);
  app.clock.advance(1);
  await encodeFirst(actingOn(app), app.jobs, third.episode_id);
  // It is first already, so nothing changes.
  await encodeFirst(actingOn(app), app.jobs, third.episode_id);
  expect(await auditOf("job.first")).toEqual([
    { subject_kind: "series", before: { place: "in turn" }, after: { place: "first", file: "2.mp4" } },
    { subject_kind: "series", before: { place: "in turn" }, after: { place: "first", file: "3.mp4" } },
  ]);
  await app.database.pool.query(
    "delete from jobs.job where name = 'media.transcode' and singleton_key = $1",
    [third.asset_id],
  );
  worker = await startTranscoding(app);
  await pollUntil(async () =>
    (await Promise.all(episodes.map((one) => assetOf(one.asset_id)))).every((one) => one?.state === "ready"),
  );
  const { rows } = await app.database.pool.query("select name from asset where ready_at is not null");
  expect(rows).toHaveLength(3);
  const done = await app.database.pool.query<{ key: string }>(
    "select singleton_key as key from jobs.job where name = 'media.transcode' order by completed_on",
  );
  expect(done.rows.map(({ key }) => episodes.findIndex(({ asset_id }) => asset_id === key) + 1)).toEqual([
    3, 2, 1,
  ]);
  await expect(encodeFirst(actingOn(app), app.jobs, second.episode_id)).rejects.toMatchObject({
    reason: "already_so",
  });
  await expect(encodeFirst(actingOn(app), app.jobs, "nowhere")).rejects.toMatchObject({ code: 404 });
});
