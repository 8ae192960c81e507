/** `npm run ingest -- FOLDER [FOLDER…]`: makes episodes from folders of videos. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commandActor } from "#platform/actor";
import { guardedMain, pathOfPerson, runIfStarted, say, withDatabase } from "#platform/command";
import { readConfig } from "#platform/config";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { openJobs } from "#platform/jobs";
import { openStore } from "#platform/store/open-store";
import { findMediaTools, MediaError } from "./confine.ts";
import { runIngest } from "./ingest-run.ts";
import { USAGE } from "./ingest-usage.ts";
import { defineTranscode, type Transcoding } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { lintFolder } from "./lint.ts";
import type { LintFinding } from "./lint-findings.ts";
import { reportLines, reportSum } from "./lint-report.ts";
import { openProgressView } from "./progress-view.ts";
import { listLines, removeSeries } from "./remove.ts";
import { findSeriesFolders } from "./series-folder.ts";

const INTERRUPTED = 130;
const interrupted = new AbortController();

async function ingest(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      profile: { type: "string", default: "standard" },
      "dry-run": { type: "boolean", default: false },
      prune: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      remove: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { profile, prune } = values;
  if (values.help) return say(USAGE, 0);
  if (positionals.length === 0 && !values.list) return say(`Which folder?\n\n${USAGE}`, 1);
  if (!isProfile(profile)) return say(`--profile is "${profile}"; give standard or demo.`, 1);
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  if (values.list) return withTranscoding(list);
  if (values.remove) return withTranscoding((transcoding) => remove(transcoding, positionals));
  const folders = await findFolders(positionals);
  const tools = await findMediaTools(config.ffmpegPath ?? undefined);
  const view = openProgressView(process.stdout);
  if (tools.warning) view.say(tools.warning);
  if (values["dry-run"]) return dryRun(tools, folders);
  const { signal } = interrupted;
  return withTranscoding((transcoding) =>
    runIngest({ transcoding, tools, profile, prune, view, signal, by: commandActor() }, folders),
  );
}

function withTranscoding(use: (transcoding: Transcoding) => Promise<number>): Promise<number> {
  return withDatabase("ingest", async ({ config, database, clock, log }) => {
    const jobs = await openJobs(database, log);
    try {
      await defineTranscode(jobs);
      const store = recordFiles(await openStore(config), database.db);
      await claimStore(database.db, store);
      return await use({ database, jobs, store, clock, log, ffmpegPath: config.ffmpegPath });
    } finally {
      await jobs.stop();
    }
  });
}

async function findFolders(paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await findSeriesFolders(pathOfPerson(path))));
  return [...new Set(found)];
}

async function dryRun(tools: Parameters<typeof lintFolder>[0], folders: readonly string[]): Promise<number> {
  const findings: LintFinding[] = [];
  for (const folder of folders) {
    interrupted.signal.throwIfAborted();
    say(`Reading ${folder}`);
    const report = await lintFolder(tools, folder, (textLine) => say(textLine));
    findings.push(...report.findings);
    say(reportLines(report).join("\n"));
  }
  return say(reportSum(findings), findings.some(({ severity }) => severity === "error") ? 1 : 0);
}

async function list({ database }: Transcoding): Promise<number> {
  const lines = await listLines(database.db);
  return say(lines.length > 0 ? lines.join("\n") : "There is no series yet.", 0);
}

async function remove({ database, clock }: Transcoding, which: readonly string[]): Promise<number> {
  const acting = { db: database.db, clock, by: commandActor() };
  const isId = (word: string) => /^[a-z0-9]{26}$/.test(word);
  for (const each of which) say(await removeSeries(acting, isId(each) ? each : pathOfPerson(each)));
  return 0;
}

function isProfile(name: string): name is Profile {
  return name === "standard" || name === "demo";
}

/** The first signal returns the running job to the queue; the second exits at once. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(INTERRUPTED);
  console.log("\nStopping. What is finished stays; run the same command again to go on.");
  interrupted.abort();
}

if (import.meta.main) process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("disconnect", interrupt);
/** The program of the command. */
export const main = guardedMain([MediaError], async (args) => {
  try {
    return await ingest(args);
  } catch (error) {
    if (interrupted.signal.aborted) return INTERRUPTED;
    throw error;
  }
});
await runIfStarted(import.meta, main);
