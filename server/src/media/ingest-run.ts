import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { plainText } from "#platform/terminal";
import { MediaError, type MediaTools } from "./confine.ts";
import { isDiskFull, waitForRoom } from "./disk-full.ts";
import { type IngestOptions, ingestSeries, type Taken } from "./ingest.ts";
import { startTranscoding, type Transcoding } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { plural } from "./lint-report.ts";
import { clockTime, type ProgressView } from "./progress-view.ts";
import { type Asset, findAssets, findPrepared } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";
import { lookForWorkers } from "./upkeep/workers.ts";

/** The options of the command, and where it prints. */
export interface IngestRun extends IngestOptions {
  house: Transcoding;
  tools: MediaTools;
  profile: Profile;
  view: ProgressView;
  /** Aborts when the operator interrupts the command. */
  signal: AbortSignal;
}

const LOOK_MS = 500;
/** How often the heartbeats of other workers are checked while another process encodes. */
const WORKER_LOOK_MS = 5_000;
/** Long enough for a database restart. */
const TIMEOUT_MS = 60_000;

/**
 * Ingests folders and waits until everything is encoded, showing the progress.
 * @returns the exit code: 1 when something was left out
 */
export async function runIngest(run: IngestRun, paths: readonly string[]): Promise<number> {
  const { house, view, signal } = run;
  const began = performance.now();
  const context = { ...house, db: house.database.db, tools: run.tools, profile: run.profile };
  const faults: string[] = [];
  const taken: Taken[] = [];
  const waiting = [...paths];
  let isWaiting = false;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    signal.throwIfAborted();
    try {
      const folder = await readSeriesFolder(path);
      view.say(`${plainText(path)}: ${plural(folder.episodes.length, "video")}`);
      const result = await ingestSeries(context, folder, { prune: run.prune ?? false });
      taken.push(...result.taken);
      faults.push(...result.faults);
      for (const fault of result.faults) view.say(`  left out: ${fault}`);
      for (const note of [...folder.remarks, ...result.notes]) view.say(`  ${note}`);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      if (isDiskFull(error)) {
        if (!isWaiting) view.say(`  ${error.message}`);
        isWaiting = true;
        await waitForRoom(dirname(house.store.pathOf("spool/x")), signal);
        waiting.unshift(path);
        continue;
      }
      faults.push(error.message);
      view.say(`  left out: ${error.message}`);
    }
  }
  const assets = await follow(run, taken);
  view.end();
  return summary(run, { taken, assets, faults, seconds: (performance.now() - began) / 1000 });
}

/** Waits until everything is encoded. Encodes in this process while no other worker is alive. */
async function follow(
  { house, view, signal }: IngestRun,
  taken: readonly Taken[],
): Promise<Map<string, Asset>> {
  const { db } = house.database;
  const sources = new Map(taken.filter((each) => !each.ready).map((each) => [each.assetId, each]));
  let worker: { stop(): Promise<void> } | null = null;
  let looked = Number.NEGATIVE_INFINITY;
  let heard = performance.now();
  /** Reasons for waiting that are already printed. */
  const told = new Set<string>();
  try {
    for (;;) {
      try {
        const list = await findAssets(db, [...sources.keys()]);
        if (list.length > 0)
          view.show(list.map((asset) => ({ ...asset, ...named(sources.get(asset.id), asset) })));
        for (const { state, error } of list)
          if (state === "queued" && error && !told.has(error)) {
            told.add(error);
            view.say(`  ${error}`);
          }
        const done = list.every((asset) => asset.state === "ready" || asset.state === "failed");
        if (done) return new Map(list.map((asset) => [asset.id, asset]));
        if (!worker && performance.now() - looked > WORKER_LOOK_MS) {
          looked = performance.now();
          if (!(await lookForWorkers(db))) worker = await startTranscoding(house);
        }
        heard = performance.now();
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() - heard > TIMEOUT_MS) throw error;
      }
      await pause(LOOK_MS, undefined, { signal });
    }
  } finally {
    await worker?.stop();
  }
}

function named(source: Taken | undefined, asset: Asset): { name: string; bytes: number } {
  return { name: source?.name ?? asset.name, bytes: source?.bytes ?? 0 };
}

interface Outcome {
  taken: readonly Taken[];
  assets: Map<string, Asset>;
  faults: readonly string[];
  seconds: number;
}

async function summary({ house, view }: IngestRun, outcome: Outcome): Promise<number> {
  const { taken, assets, faults, seconds } = outcome;
  const failed = taken.filter((each) => assets.get(each.assetId)?.state === "failed");
  const already = taken.filter((each) => each.ready).length;
  const fresh = taken.filter((each) => assets.get(each.assetId)?.state === "ready");
  for (const each of failed) view.say(`  ${failure(each, assets.get(each.assetId))}`);
  for (const each of fresh) {
    const remark = assets.get(each.assetId)?.error;
    if (remark) view.say(`  ${remark}`);
  }
  let [film, bytes] = [0, 0];
  for (const id of new Set(fresh.map((each) => each.assetId))) {
    const prepared = await findPrepared(house.database.db, id);
    film += prepared?.duration ?? 0;
    bytes += prepared?.bytes ?? 0;
  }
  const left = failed.length + faults.length;
  const size = fresh.length > 0 ? ` (${clockTime(film)} of film, ${megabytes(bytes)})` : "";
  const parts = [
    `${plural(fresh.length, "episode")} ${fresh.length === 1 ? "is" : "are"} new${size}`,
    ...(already > 0 ? [`${already} already there`] : []),
    ...(left > 0 ? [`${plural(left, "thing")} left out, see above`] : []),
  ];
  view.say(`Done in ${clockTime(seconds)}: ${parts.join(", ")}.`);
  return left > 0 ? 1 : 0;
}

/** The same content may have been ingested under another name first; the operator knows the current name. */
function failure(taken: Taken, asset: Asset | undefined): string {
  const error = asset?.error ?? "could not be prepared";
  const own = taken.name.slice(taken.name.lastIndexOf("/") + 1);
  return asset && error.startsWith(`${asset.name} `)
    ? `${taken.name}: ${own}${error.slice(asset.name.length)}`
    : `${taken.name}: ${error}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
