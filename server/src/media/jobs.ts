import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#platform/clock";
import { asSystem } from "#platform/db/audit";
import { type Database, type Db, inTransaction } from "#platform/db/database";
import type { Job, Jobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { type Meters, noMeters } from "#platform/meters";
import { sayIn } from "#platform/said";
import { copyOut, hashOf, type MediaStore } from "#platform/storage";
import { makeArt } from "./art.ts";
import { findMediaTools, KilledError, MediaError, type MediaTools } from "./confine.ts";
import { diskFullSentence, isDiskFull, NoRoomError, ROOM_SECONDS, requireRoom } from "./disk-full.ts";
import { findDelegatedGroup, openEncodeGroup } from "./encode-group.ts";
import { fromFolder } from "./frames.ts";
import { TRANSCODE } from "./names.ts";
import { type PreparedAsset, prepareAsset } from "./prepare.ts";
import * as repository from "./repository.ts";
import { addLateCaptions, showEpisodes } from "./show-episodes.ts";
import { failureOf, measureTranscodes, type TranscodeMeters } from "./transcode-meters.ts";
import { startCleanup, sweep } from "./upkeep/cleanup.ts";
import { removeUnusedImage } from "./upkeep/collect.ts";
import * as claims from "./upkeep/repository.ts";
import { removeDeadWorkers, thisWorker, WORKER_SILENCE_SECONDS } from "./upkeep/workers.ts";
import type { UploadFiles } from "./uploads/files.ts";

/** Queues a source for encoding, in the transaction that creates its asset. One that was moved to the front stays there. */
export async function sendTranscode(db: Db, jobs: Jobs, assetId: string): Promise<void> {
  const priority = await claims.findPriority(db, assetId);
  await jobs.send(db, TRANSCODE, { assetId }, { singletonKey: assetId, priority });
}

/** Defines the queue. Must run before jobs are sent or processed. */
export async function defineTranscode(jobs: Jobs): Promise<void> {
  await jobs.define(TRANSCODE, { retryLimit: RETRIES });
}

/** What encoding in this process needs. */
export interface Transcoding {
  database: Database;
  jobs: Jobs;
  store: MediaStore;
  clock: Clock;
  log: Log;
  ffmpegPath: string | null;
  /** The media programs, if they were found already. */
  tools?: MediaTools;
  meters?: Meters;
  /** Where the files are that operators upload; a process without it takes none in. */
  uploads?: UploadFiles;
  /** Whether it encodes; false: it only takes in uploads. */
  encodes?: boolean;
  /** How many videos it encodes at a time; 1 by default. */
  concurrency?: number;
}

/** The state of this worker. */
interface Work extends Transcoding {
  tools: MediaTools;
  worker: claims.Worker;
  measured: TranscodeMeters;
  /** The encodes of this process by asset: after an outage the queue starts one again while the earlier one cleans up. */
  underWay: Map<string, Promise<void>>;
  /** Assets that it could not give back, because the database was away. */
  kept: Set<string>;
}

const HEARTBEAT_MS = 5_000;
/** Attempts before an asset is marked failed; otherwise callers would wait for ever. */
const RETRIES = 4;
/** More than one worker encodes between two starts. */
const SEND_LIMIT = 500;
const PROGRESS_MS = 1_000;
/** An operator who cancels waits for no more than this. */
const CLAIM_MS = 1_000;

/**
 * Encodes queued sources in this process, `concurrency` at a time, until the jobs stop. First resumes what dead workers of this
 * host left and removes unused files. Without ffmpeg it logs a warning and leaves the queue to other processes:
 * playback needs no ffmpeg.
 * @returns stops the heartbeat; call it before the database closes
 */
export async function startTranscoding(options: Transcoding): Promise<{ stop(): Promise<void> }> {
  const { database, jobs, log, ffmpegPath } = options;
  await defineTranscode(jobs);
  const measured = measureTranscodes(options.meters ?? noMeters);
  const found = options.tools ?? (await findOrWarn(ffmpegPath, log));
  if (!found) return { stop: async () => undefined };
  const delegated = await findDelegatedGroup();
  const tools = { ...found, group: delegated === null ? null : await openEncodeGroup(delegated) };
  if (tools.warning) log.warn(tools.warning);
  const work: Work = {
    ...options,
    tools,
    measured,
    worker: thisWorker(),
    underWay: new Map(),
    kept: new Set(),
  };
  if (options.encodes === false) await sweep(work);
  const encoding = options.encodes === false ? null : await beginEncoding(work);
  const { clock, store, uploads } = options;
  if (uploads) {
    const { startTakeIn } = await import("./uploads/queue.ts");
    await startTakeIn({ db: database.db, clock, store, jobs, tools, uploads });
  }
  if (encoding) await workOnQueue(work);
  return { stop: async () => encoding?.stop() };
}

/** Announces this process as one that encodes, resumes what was lost and keeps its claims alive. */
async function beginEncoding(work: Work): Promise<{ stop(): Promise<void> }> {
  const { database, log } = work;
  await claims.markWorker(database.db, work.worker);
  await removeDeadWorkers(database.db);
  await requeueLost(work);
  await sendWaiting(work);
  await sweep(work);
  const cleanup = startCleanup(work);
  const unheard = (error: Error) => log.debug({ reason: error.message }, "Transcode heartbeat failed");
  const beat = async () => {
    await claims.markWorker(database.db, work.worker);
    for (const id of work.kept) {
      await giveBack(work, id, true);
      work.kept.delete(id);
    }
    await requeueLost(work);
  };
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat).catch(unheard);
  }, HEARTBEAT_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      // A heartbeat under way would mark this worker as alive again after it was removed.
      await beating;
      await cleanup.stop();
      await claims.removeWorker(database.db, work.worker.id);
    },
  };
}

async function workOnQueue(work: Work): Promise<void> {
  const { concurrency = 1 } = work;
  const handle = (job: Job<{ assetId: string }>) => transcodeAfterEarlier(work, job);
  await work.jobs.work(TRANSCODE, handle, { concurrency });
}

/** Returns null, with a warning in the log, where ffmpeg is missing. */
async function findOrWarn(ffmpegPath: string | null, log: Log): Promise<MediaTools | null> {
  try {
    return await findMediaTools(ffmpegPath ?? undefined);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    log.warn(error.message);
    return null;
  }
}

/** Jobs that were returned to the queue wait for their retry delay. After a start there is no reason to wait. */
async function sendWaiting({ database: { db }, jobs }: Work): Promise<void> {
  for (const id of await claims.listQueued(db, SEND_LIMIT)) await sendTranscode(db, jobs, id);
}

/**
 * Sends jobs again that a dead worker had started. The queue itself would notice only after the heartbeat of the job
 * expires.
 */
async function requeueLost({ database: { db }, jobs, log }: Work): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const id of await claims.requeueLost(trx, WORKER_SILENCE_SECONDS)) {
      log.info({ asset: id }, "Resuming transcode of a lost worker");
      await sendTranscode(trx, jobs, id);
    }
  });
}

/** Waits for an earlier run of this process for the same asset: with it ended, a claim that it left is nobody's. */
async function transcodeAfterEarlier(work: Work, job: Job<{ assetId: string }>): Promise<void> {
  const { assetId } = job.data;
  await work.underWay.get(assetId);
  const running = transcode(work, job);
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  work.underWay.set(assetId, ended);
  try {
    await running;
  } finally {
    if (work.underWay.get(assetId) === ended) work.underWay.delete(assetId);
  }
}

/**
 * Encodes one asset and shows the episodes that wait for it. Does nothing when it is already encoded or claimed by
 * another worker.
 */
async function transcode(
  work: Work,
  { data: { assetId }, attempt, signal }: Job<{ assetId: string }>,
): Promise<void> {
  const { store, log, worker, measured } = work;
  const { db } = work.database;
  const [asset] = await repository.findAssets(db, [assetId]);
  const isWanted = (await repository.listAssetEpisodes(db, assetId)).length > 0;
  if (!asset || !isWanted || !(await claims.claimAsset(db, assetId, worker.id))) return;
  work.kept.delete(assetId);
  const folder = await store.workFolder();
  const claim = watchClaim(work, assetId);
  try {
    // If another worker has claimed the asset meanwhile, it needs the source.
    const either = AbortSignal.any([signal, claim.lost]);
    if (!(await encodeAndPublish(work, asset, folder, either))) return;
  } catch (error) {
    // An operator cancelled it, and its row says so already.
    if (claim.lost.aborted && !signal.aborted) return;
    if (!signal.aborted) measured.failed({ reason: failureOf(error) });
    if (isDiskFull(error) && !signal.aborted) {
      await rm(folder, { recursive: true, force: true });
      return await waitInQueue(
        work,
        asset,
        error instanceof NoRoomError ? error.message : diskFullSentence(asset.name),
      );
    }
    const known = error instanceof MediaError && !(error instanceof KilledError);
    if (signal.aborted || (!known && attempt <= RETRIES)) {
      // Another process may have the job's next attempt, and ends it while this one has the asset.
      await giveBack(work, assetId, signal.aborted).catch(() => work.kept.add(assetId));
      throw error;
    }
    // A retry would fail again: an operator must act and run the ingest again.
    const sentence =
      error instanceof MediaError
        ? error.message
        : sayIn("en", (t) => t("mediaFault.prepare", { name: asset.name }));
    log.warn({ asset: assetId, name: asset.name, err: error }, sentence);
    await repository.failAsset(db, assetId, sentence);
  } finally {
    claim.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const waiting = await repository.listWaitingHashes(db);
  if (!waiting.has(asset.sourceHash)) await store.remove(`spool/${asset.sourceHash}`);
}

/**
 * Returns an asset to the queue. One whose job was taken away is sent again: another process may have had the job's next attempt, and
 * ended it because this one still held the asset.
 */
async function giveBack(
  { database: { db }, jobs, worker }: Work,
  assetId: string,
  isTaken: boolean,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const isReleased = await claims.releaseAsset(trx, assetId, worker.id);
    if (isReleased && isTaken) await sendTranscode(trx, jobs, assetId);
  });
}

/** Watches whether an asset still belongs to this worker: when an operator cancels it, or another worker has it, `lost` aborts. */
function watchClaim({ database: { db }, log, worker }: Work, assetId: string) {
  const lost = new AbortController();
  const look = async () => {
    if (await claims.hasClaim(db, assetId, worker.id)) return;
    log.info({ asset: assetId }, "Transcode cancelled");
    lost.abort(new Error("The transcode was cancelled"));
  };
  const unread = (error: Error) => log.debug({ reason: error.message }, "Transcode claim could not be read");
  const timer = setInterval(() => void look().catch(unread), CLAIM_MS).unref();
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}

/** Queues an asset again for when there is disk space. Only the first of its attempts is logged. */
async function waitInQueue(work: Work, asset: repository.Asset, sentence: string): Promise<void> {
  const { database, jobs, log, worker } = work;
  if (asset.error !== sentence) log.warn({ asset: asset.id, name: asset.name }, sentence);
  await inTransaction(database.db, async (trx) => {
    await claims.releaseAsset(trx, asset.id, worker.id, sentence);
    const options = { singletonKey: asset.id, delaySeconds: ROOM_SECONDS };
    await jobs.send(trx, TRANSCODE, { assetId: asset.id }, options);
  });
}

/** Returns false when the asset no longer belongs to this worker. */
async function encodeAndPublish(
  work: Work,
  asset: repository.Asset,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, tools, log, clock, worker, measured } = work;
  const { db } = work.database;
  await requireRoom(store.scratch, asset.name, await sizeOfSource(store, asset));
  const source = await openSource(store, asset, folder);
  const begun = performance.now();
  const prepared = await prepareAsset(tools, {
    source,
    folder: join(folder, "asset"),
    profile: asset.profile,
    name: asset.name,
    besideWeb: await claims.isWebHere(db),
    onProgress: progressWriter(work, asset.id),
    signal,
  });
  // The spool may hold a hard link instead of a copy, so the file may have changed while it was encoded.
  if ((await hashOf(source)) !== asset.sourceHash)
    throw new MediaError(`${asset.name} was changed while it was prepared. Run the ingest again.`);
  const art = await makePictures(work, asset.id, folder, prepared);
  if (!(await claims.holdClaim(db, asset.id, worker.id))) return false;
  await publishPictures(store, folder);
  await store.publish(join(folder, "asset"), `assets/${asset.id}`);
  const done = await asSystem(db, "ingest", async (trx) => {
    if (!(await claims.holdClaim(trx, asset.id, worker.id))) return false;
    await repository.finishAsset(trx, asset.id, { prepared, art, readyAt: clock.now() });
    await showEpisodes(trx, clock, store, { id: asset.id, duration: prepared.duration, art });
    return true;
  });
  if (!done) await removeUnwanted(work, asset.id, art);
  else {
    measured.ready((performance.now() - begun) / 1000, prepared.duration);
    log.info({ asset: asset.id, name: asset.name, seconds: prepared.duration }, "Video ready");
    await addLateCaptions(db, store, asset.id);
  }
  return done;
}

/** Removes what was published in the moment in which an operator cancelled. What another worker encodes again stays. */
async function removeUnwanted(
  { database: { db }, store }: Work,
  assetId: string,
  art: repository.AssetArt,
): Promise<void> {
  const [asset] = await repository.findAssets(db, [assetId]);
  if (asset?.state !== "failed") return;
  await store.remove(`assets/${assetId}`);
  for (const image of Object.values(art)) if (image) await removeUnusedImage(db, store, image);
}

async function makePictures(
  { tools, database }: Work,
  assetId: string,
  folder: string,
  prepared: PreparedAsset,
): Promise<repository.AssetArt> {
  const asset = {
    read: fromFolder(join(folder, "asset")),
    duration: prepared.duration,
    label: prepared.renditions[0]?.label ?? 0,
  };
  const kinds = (await repository.wantsPoster(database.db, assetId))
    ? (["thumbnail", "poster", "cover"] as const)
    : (["thumbnail"] as const);
  const images = join(folder, "images");
  const { thumbnail, poster = null, cover = null } = await makeArt(tools, asset, kinds, images);
  if (!thumbnail) throw new Error("a video without a thumbnail");
  return { thumbnail, poster, cover };
}

async function publishPictures(store: MediaStore, folder: string): Promise<void> {
  const images = join(folder, "images");
  for (const file of await readdir(images)) await store.publish(join(images, file), `images/${file}`);
}

/** ffmpeg reports twice per second; the table is updated once per second. */
function progressWriter({ database, log }: Transcoding, assetId: string) {
  let last = 0;
  return (progress: Parameters<typeof repository.setAssetProgress>[2]) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    repository.setAssetProgress(database.db, assetId, progress).catch((error: Error) => {
      log.debug({ reason: error.message }, "Encode progress could not be saved");
    });
  };
}

/** Returns the size of a source, 0 when it is gone. */
async function sizeOfSource(store: MediaStore, asset: repository.Asset): Promise<number> {
  const opened = await store.open(`spool/${asset.sourceHash}`, { start: 0, end: 0 });
  opened?.body.destroy();
  return opened?.bytes ?? 0;
}

/** Returns where a source is on this machine. From a bucket it is fetched into the work folder, and must be what it was. */
async function openSource(store: MediaStore, asset: repository.Asset, folder: string): Promise<string> {
  const key = `spool/${asset.sourceHash}`;
  const path = store.localPath(key);
  if (path !== null) return path;
  const source = join(folder, "source");
  const hash = await copyOut(store, key, source);
  if (hash === asset.sourceHash) return source;
  // The next ingest would find it there, and not send the film again.
  if (hash !== null) await store.remove(key);
  const fault = hash === null ? "is no longer in the bucket" : "arrived damaged from the bucket";
  throw new MediaError(`${asset.name} ${fault}. Run the ingest again.`);
}
