/** `npm run ingest -- FOLDER [FOLDER…] [--profile standard|demo]`: makes episodes from folders of videos. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { systemClock } from "#platform/clock";
import { ConfigError, readConfig } from "#platform/config";
import { type Database, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { type Jobs, openJobs } from "#platform/jobs";
import { openLog } from "#platform/log";
import { openStore } from "#platform/storage";
import { migrations } from "../../migrations/index.ts";
import { findMediaTools, MediaError } from "./confine.ts";
import { ingestSeries, type Taken } from "./ingest.ts";
import { defineTranscode, startTranscoding, WORKER_SILENCE_SECONDS } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { openProgressView, type ProgressView } from "./progress-view.ts";
import { type Asset, findAssets, isWorkerAlive } from "./repository.ts";
import { findSeriesFolders, type SeriesFolder } from "./series-folder.ts";

const USAGE = `npm run ingest -- FOLDER [FOLDER...] [--profile standard|demo]

FOLDER is a series: its name is the title, its videos in order are the episodes. Beside them may lie
captions (01.en.vtt), poster.jpg, cover.jpg and series.yaml. A folder of such folders is taken in whole.
Running it again adds what is new and leaves the rest alone.`;
const LOOK_MS = 500;
/** How often the sign of life of other workers is looked for while somebody else encodes. */
const WORKER_LOOK_MS = 5_000;
const INTERRUPTED = 130;
const interrupted = new AbortController();

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { profile: { type: "string", default: "standard" }, help: { type: "boolean", short: "h", default: false } },
  });
  const { profile } = values;
  if (values.help) return say(USAGE, 0);
  if (positionals.length === 0) return say(`Which folder?\n\n${USAGE}`, 1);
  if (!isProfile(profile)) return say(`--profile is "${profile}"; give standard or demo.`, 1);
  const root = join(import.meta.dirname, "../../..");
  const config = readConfig(process.env, root);
  const folders = await findFolders(positionals);
  const tools = await findMediaTools(config.ffmpegPath ?? undefined);
  const view = openProgressView(process.stdout);
  if (tools.warning) view.say(tools.warning);
  // Sentences of ours tell what goes wrong with a video; the log is for what nobody expects.
  const log = openLog({ level: "error", pretty: true });
  const database = await openDatabase({ ...config, mode: "attach-or-own", holder: "npm run ingest", log });
  const jobs = await openJobs(database, log);
  const house = { database, jobs, store: await openStore(config.dataDir), clock: systemClock, log, ffmpegPath: config.ffmpegPath };
  try {
    await migrate(database, migrations, log);
    await defineTranscode(jobs);
    const context = { ...house, db: database.db, tools, profile };
    const faults: string[] = [];
    const taken: Taken[] = [];
    for (const folder of folders) {
      interrupted.signal.throwIfAborted();
      view.say(`${folder.path}: ${folder.episodes.length} ${folder.episodes.length === 1 ? "video" : "videos"}`);
      const result = await ingestSeries(context, folder);
      taken.push(...result.taken);
      faults.push(...result.faults);
      for (const fault of result.faults) view.say(`  left out: ${fault}`);
    }
    const assets = await follow(house, taken, view);
    return summary(view, taken, assets, faults);
  } finally {
    await jobs.stop();
    await database.close();
  }
}

async function findFolders(paths: string[]): Promise<SeriesFolder[]> {
  // npm runs us in the project's folder; INIT_CWD is where the person stands.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const found: SeriesFolder[] = [];
  for (const path of paths) found.push(...(await findSeriesFolders(join(path.startsWith("/") ? "/" : from, path))));
  return found;
}

/** Waits until everything is encoded, and does it here while no other worker lives. */
async function follow(
  house: Parameters<typeof startTranscoding>[0] & { database: Database; jobs: Jobs },
  taken: readonly Taken[],
  view: ProgressView,
): Promise<Map<string, Asset>> {
  const { db } = house.database;
  const names = new Map(taken.filter((each) => !each.ready).map((each) => [each.assetId, each.name]));
  let worker: { stop(): Promise<void> } | null = null;
  let looked = Number.NEGATIVE_INFINITY;
  for (;;) {
    const assets = new Map((await findAssets(db, [...names.keys()])).map((asset) => [asset.id, asset]));
    const open = [...assets.values()].filter((asset) => asset.state !== "ready" && asset.state !== "failed");
    if (names.size > 0) {
      view.show([...assets.values()].map((asset) => ({ ...asset, name: names.get(asset.id) ?? asset.name })));
    }
    if (open.length === 0) {
      await worker?.stop();
      return assets;
    }
    if (!worker && performance.now() - looked > WORKER_LOOK_MS) {
      looked = performance.now();
      if (!(await isWorkerAlive(db, WORKER_SILENCE_SECONDS))) worker = await startTranscoding(house);
    }
    await pause(LOOK_MS, undefined, { signal: interrupted.signal });
  }
}

function summary(view: ProgressView, taken: readonly Taken[], assets: Map<string, Asset>, faults: readonly string[]): number {
  const failed = taken.filter((each) => assets.get(each.assetId)?.state === "failed");
  const already = taken.filter((each) => each.ready).length;
  const fresh = taken.length - already - failed.length;
  for (const each of failed) view.say(`  ${each.name}: ${assets.get(each.assetId)?.error ?? "could not be prepared"}`);
  const left = failed.length + faults.length;
  const parts = [
    `${fresh} ${fresh === 1 ? "episode is" : "episodes are"} new`,
    ...(already > 0 ? [`${already} already there`] : []),
    ...(left > 0 ? [`${left} ${left === 1 ? "thing" : "things"} left out, see above`] : []),
  ];
  view.say(`Done: ${parts.join(", ")}.`);
  return left > 0 ? 1 : 0;
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}

function isProfile(name: string): name is Profile {
  return name === "standard" || name === "demo";
}

/** The first signal hands the running job back; a second one does not wait for that. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(INTERRUPTED);
  console.log("\nStopping. What is finished stays; run the same command again to go on.");
  interrupted.abort();
}

process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("disconnect", interrupt);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof MediaError || error instanceof ConfigError;
  if (!interrupted.signal.aborted) console.error(error instanceof Error && (known || !process.env["DEBUG"]) ? error.message : error);
  process.exitCode = interrupted.signal.aborted ? INTERRUPTED : 1;
}
