import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { publishEpisode, saveSeriesImages } from "#catalogue";
import type { Clock } from "#platform/clock";
import { type Database, type Db, inTransaction } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import type { Jobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import { writeCaptions } from "./captions.ts";
import { findMediaTools, MediaError, type MediaTools } from "./confine.ts";
import { makeImage, withFrame } from "./images.ts";
import { prepareAsset, type PreparedAsset } from "./prepare.ts";
import * as repository from "./repository.ts";

/** The queue of sources to encode; its jobs are `{ assetId }`. */
export const TRANSCODE = "media.transcode";

/** Queues a source for encoding, within the transaction that made its asset. */
export async function sendTranscode(db: Db, jobs: Jobs, assetId: string): Promise<void> {
  await jobs.send(db, TRANSCODE, { assetId }, { singletonKey: assetId });
}

/** Makes the queue known; before anything is sent or worked. */
export async function defineTranscode(jobs: Jobs): Promise<void> {
  await jobs.define(TRANSCODE, { retryLimit: 5 });
}

/** What encoding in this process needs. */
export interface Transcoding {
  database: Database;
  jobs: Jobs;
  store: MediaStore;
  clock: Clock;
  log: Log;
  ffmpegPath: string | null;
}

const BEAT_MS = 5_000;
/** A worker that was silent for this long is taken for dead. */
export const WORKER_SILENCE_SECONDS = 15;
const PROGRESS_MS = 1_000;

/**
 * Encodes queued sources in this process, one at a time, until the jobs stop. Without ffmpeg it says so once and
 * leaves the queue to others: watching needs none.
 * @returns ends the sign of life; call it before the database closes
 */
export async function startTranscoding(options: Transcoding): Promise<{ stop(): Promise<void> }> {
  const { database, jobs, store, log, ffmpegPath } = options;
  await defineTranscode(jobs);
  const tools = await findMediaTools(ffmpegPath ?? undefined).catch((error: unknown) => {
    if (!(error instanceof MediaError)) throw error;
    log.warn(error.message);
    return null;
  });
  if (!tools) return { stop: async () => undefined };
  if (tools.warning) log.warn(tools.warning);
  const swept = await store.sweep();
  if (swept > 0) log.info(`Removed ${swept} unfinished folders of an interrupted encode.`);
  const id = randomWord(9);
  await repository.markWorker(database.db, id);
  const beat = () => repository.markWorker(database.db, id).catch((error: Error) => log.debug({ reason: error.message }, "A sign of life was lost"));
  const timer = setInterval(() => void beat(), BEAT_MS).unref();
  await jobs.work<{ assetId: string }>(TRANSCODE, async (job) => transcode(options, tools, job.data.assetId, job.signal));
  return {
    async stop() {
      clearInterval(timer);
      await repository.removeWorker(database.db, id);
    },
  };
}

/** Encodes one asset and shows the episodes that wait for it; does nothing where it is ready already. */
async function transcode(options: Transcoding, tools: MediaTools, assetId: string, signal: AbortSignal): Promise<void> {
  const { store, log, database: { db } } = options;
  const [asset] = await repository.findAssets(db, [assetId]);
  if (!asset || asset.state === "ready") return;
  await repository.setAssetState(db, assetId, "encoding");
  const work = await store.workFolder();
  try {
    const prepared = await prepareAsset(tools, {
      source: store.pathOf(`spool/${asset.sourceHash}`),
      folder: join(work, "asset"),
      profile: asset.profile,
      onProgress: progressWriter(options, assetId),
      signal,
    });
    await publish(options, tools, assetId, work, prepared);
    log.info({ asset: assetId, name: asset.name, seconds: prepared.duration }, "A video is ready");
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MediaError)) throw error;
    // Trying again would fail again: a person must act, and runs ingest anew.
    log.warn({ asset: assetId, name: asset.name, reason: String(error.cause ?? error.message) }, error.message);
    await repository.setAssetState(db, assetId, "failed", error.message);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await store.remove(`spool/${asset.sourceHash}`);
}

async function publish(options: Transcoding, tools: MediaTools, assetId: string, work: string, prepared: PreparedAsset): Promise<void> {
  const { store, clock, database: { db } } = options;
  const folder = join(work, "asset");
  const art = await takeArt(tools, folder, join(work, "images"), prepared);
  for (const file of await readdir(join(work, "images"))) await store.publish(join(work, "images", file), `images/${file}`);
  await store.publish(folder, `assets/${assetId}`);
  await inTransaction(db, async (trx) => {
    await repository.finishAsset(trx, assetId, prepared, art, clock.now());
    await showEpisodes(trx, clock, store, { id: assetId, duration: prepared.duration, art });
  });
}

/** Shows every episode that waits for a ready asset, with its captions, and a frame as poster where there is none. */
export async function showEpisodes(
  trx: Db,
  clock: Clock,
  store: MediaStore,
  asset: { id: string; duration: number; art: repository.AssetArt },
): Promise<void> {
  const { thumbnail, poster, cover } = asset.art;
  await writeCaptions(store.pathOf(`assets/${asset.id}`), await repository.listCaptionFiles(trx, asset.id));
  for (const { episodeId, seriesId, number } of await repository.listAssetEpisodes(trx, asset.id)) {
    if (await repository.claimSeriesArt(trx, seriesId, number)) await saveSeriesImages(trx, seriesId, { poster, cover });
    await publishEpisode(trx, clock, { id: episodeId, assetId: asset.id, duration: asset.duration, thumbnail });
  }
}

async function takeArt(tools: MediaTools, folder: string, images: string, prepared: PreparedAsset): Promise<repository.AssetArt> {
  await mkdir(images);
  const label = prepared.renditions[0]?.label ?? 0;
  return withFrame(tools, { folder, duration: prepared.duration, label }, async (frame) => ({
    thumbnail: await makeImage(frame, "thumbnail", images),
    poster: await makeImage(frame, "poster", images),
    cover: await makeImage(frame, "cover", images),
  }));
}

/** ffmpeg reports twice a second; the table hears it once. */
function progressWriter({ database, log }: Transcoding, assetId: string) {
  let last = 0;
  return (progress: Parameters<typeof repository.setAssetProgress>[2]) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    repository.setAssetProgress(database.db, assetId, progress).catch((error: Error) => {
      log.debug({ reason: error.message }, "The progress of an encode was not noted");
    });
  };
}
