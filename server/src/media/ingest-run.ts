import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "#platform/actor";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { plainText } from "#platform/terminal";
import { MediaError, type MediaTools } from "./confine.ts";
import { isDiskFull, waitForRoom } from "./disk-full.ts";
import { type IngestedVideo, type IngestOptions, ingestSeries } from "./ingest.ts";
import { startTranscoding, type Transcoding } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { plural } from "./lint-report.ts";
import { clockTime, type ProgressView } from "./progress-view.ts";
import { type Asset, findAssets, findPrepared } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { removeDeadWorkers } from "./upkeep/workers.ts";

/** The options of the command, and where it prints. */
export interface IngestRun extends IngestOptions {
  transcoding: Transcoding;
  tools: MediaTools;
  profile: Profile;
  /** Who ingests, for the audit log. */
  by: Actor;
  view: ProgressView;
  /** Aborts when the operator interrupts the command. */
  signal: AbortSignal;
}

const POLL_MS = 500;
/** How often the heartbeats of other workers are checked while another process encodes. */
const WORKER_POLL_MS = 5_000;
/** Long enough for a database restart. */
const TIMEOUT_MS = 60_000;

/**
 * Ingests folders and waits until everything is encoded, showing the progress.
 * @returns the exit code: 1 when something was left out
 */
export async function runIngest(run: IngestRun, paths: readonly string[]): Promise<number> {
  const { transcoding, view, signal } = run;
  const began = performance.now();
  const { tools, profile, by } = run;
  const context = { ...transcoding, db: transcoding.database.db, tools, profile, by };
  const faults: string[] = [];
  const ingested: IngestedVideo[] = [];
  const waiting = [...paths];
  let isWaiting = false;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    signal.throwIfAborted();
    try {
      const folder = await readSeriesFolder(path);
      view.say(`${plainText(path)}: ${plural(folder.episodes.length, "video")}`);
      const result = await ingestSeries(context, folder, { prune: run.prune ?? false });
      ingested.push(...result.ingested);
      faults.push(...result.faults);
      for (const fault of result.faults) view.say(`  left out: ${fault}`);
      for (const note of [...folder.warnings, ...result.notes]) view.say(`  ${note}`);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      if (isDiskFull(error)) {
        if (!isWaiting) view.say(`  ${error.message}`);
        isWaiting = true;
        await waitForRoom(transcoding.store.scratch, signal);
        waiting.unshift(path);
        continue;
      }
      faults.push(error.message);
      view.say(`  left out: ${error.message}`);
    }
  }
  const assets = await follow(run, ingested);
  view.end();
  return summary(run, { ingested, assets, faults, seconds: (performance.now() - began) / 1000 });
}

/** Waits until everything is encoded. Encodes in this process while no other worker is alive. */
async function follow(
  { transcoding, tools, view, signal }: IngestRun,
  ingested: readonly IngestedVideo[],
): Promise<Map<string, Asset>> {
  const { db } = transcoding.database;
  const sources = new Map(ingested.filter((each) => !each.ready).map((each) => [each.assetId, each]));
  let worker: { stop(): Promise<void> } | null = null;
  let workersCheckedAt = Number.NEGATIVE_INFINITY;
  let lastReadAt = performance.now();
  /** Reasons for waiting that are already printed. */
  const reported = new Set<string>();
  try {
    for (;;) {
      try {
        const list = await findAssets(db, [...sources.keys()]);
        if (list.length > 0)
          view.show(list.map((asset) => ({ ...asset, ...named(sources.get(asset.id), asset) })));
        for (const { state, error } of list)
          if (state === "queued" && error && !reported.has(error)) {
            reported.add(error);
            view.say(`  ${error}`);
          }
        const done = list.every((asset) => asset.state === "ready" || asset.state === "failed");
        if (done) return new Map(list.map((asset) => [asset.id, asset]));
        if (!worker && performance.now() - workersCheckedAt > WORKER_POLL_MS) {
          workersCheckedAt = performance.now();
          const hasOtherWorker = await removeDeadWorkers(db);
          if (!hasOtherWorker) worker = await startTranscoding({ ...transcoding, tools });
        }
        lastReadAt = performance.now();
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() - lastReadAt > TIMEOUT_MS) throw error;
      }
      await pause(POLL_MS, undefined, { signal });
    }
  } finally {
    await worker?.stop();
  }
}

function named(source: IngestedVideo | undefined, asset: Asset): { name: string; bytes: number } {
  return { name: source?.name ?? asset.name, bytes: source?.bytes ?? 0 };
}

interface Outcome {
  ingested: readonly IngestedVideo[];
  assets: Map<string, Asset>;
  faults: readonly string[];
  seconds: number;
}

async function summary({ transcoding, view }: IngestRun, outcome: Outcome): Promise<number> {
  const { ingested, assets, faults, seconds } = outcome;
  const failed = ingested.filter((each) => assets.get(each.assetId)?.state === "failed");
  const already = ingested.filter((each) => each.ready).length;
  const fresh = ingested.filter((each) => assets.get(each.assetId)?.state === "ready");
  for (const each of failed) view.say(`  ${failure(each, assets.get(each.assetId))}`);
  for (const each of fresh) {
    const warning = assets.get(each.assetId)?.error;
    if (warning) view.say(`  ${warning}`);
  }
  let [videoSeconds, bytes] = [0, 0];
  for (const id of new Set(fresh.map((each) => each.assetId))) {
    const prepared = await findPrepared(transcoding.database.db, id);
    videoSeconds += prepared?.duration ?? 0;
    bytes += prepared?.bytes ?? 0;
  }
  const left = failed.length + faults.length;
  const size = fresh.length > 0 ? ` (${clockTime(videoSeconds)} of video, ${megabytes(bytes)})` : "";
  const parts = [
    `${plural(fresh.length, "episode")} ${fresh.length === 1 ? "is" : "are"} new${size}`,
    ...(already > 0 ? [`${already} already there`] : []),
    ...(left > 0 ? [`${plural(left, "thing")} left out, see above`] : []),
  ];
  view.say(`Done in ${clockTime(seconds)}: ${parts.join(", ")}.`);
  return left > 0 ? 1 : 0;
}

/** The same content may have been ingested under another name first; the operator knows the current name. */
function failure(ingested: IngestedVideo, asset: Asset | undefined): string {
  const error = asset?.error ?? "could not be prepared";
  const own = ingested.name.slice(ingested.name.lastIndexOf("/") + 1);
  return asset && error.startsWith(`${asset.name} `)
    ? `${ingested.name}: ${own}${error.slice(asset.name.length)}`
    : `${ingested.name}: ${error}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
