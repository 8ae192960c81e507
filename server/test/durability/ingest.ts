import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadEncoding } from "#media";
import { readPostmaster } from "#platform/db/postmaster";
import { makeDataDir } from "#test/data-dir";
import { makeVideo } from "#test/media-sources";

/**
 * Kills `npm run ingest` at ten moments, starts it again each time, and lets the last run finish:
 *
 *     node test/durability/ingest.ts [SEED]
 *
 * The victims are the command itself, its ffmpeg and its PostgreSQL. A finished asset must stay unchanged and must
 * never be encoded again, no incomplete asset may be visible, and in the end everything must exist. Exits with 1
 * otherwise.
 */
const { checkAsset } = await loadEncoding();
const KILLS = 10;
const VIDEO_COUNT = 4;
const victims = ["command", "ffmpeg", "command", "postgres", "command"] as const;

const random = sequence(Number(process.argv[2] ?? 20_261_120));
const scratch = makeDataDir();
const videos = join(scratch.path, "..", "films", "The Ferry");
mkdirSync(videos, { recursive: true });
for (let number = 1; number <= VIDEO_COUNT; number++) {
  makeVideo(join(videos, `${number}.mp4`), {
    size: "540x960",
    rate: "25",
    seconds: 6,
    tone: 200 + number * 60,
  });
  writeFileSync(join(videos, `${number}.en.vtt`), `WEBVTT\n\n00:01.000 --> 00:02.000\nEpisode ${number}\n`);
}

const results = { passed: 0, failed: 0 };
/** When each asset's playlist was written, as first observed. */
const written = new Map<string, number>();
/** Assets whose playlist was written a second time. */
const remade: string[] = [];

for (let kill = 1; kill <= KILLS; kill++) {
  const victim = victims[kill % victims.length] ?? "command";
  const run = startIngest();
  // Every third kill waits for a finished video; otherwise a slow machine would never get past the first.
  await Promise.race([kill % 3 === 0 ? run.ready : run.working, run.ended]);
  await pause(random() * 3_000);
  const early = run.isRunning() ? null : await run.ended;
  const hit = end(victim, run.pid);
  if (victim === "command") await run.ended;
  else await Promise.race([run.ended, pause(4_000)]);
  if (run.isRunning()) process.kill(run.pid, "SIGKILL");
  await run.ended;
  const found = await faults();
  judge(`kill ${kill}: ${victim}${hit ? "" : " (was not running)"}, ${written.size} ready`, [
    ...(early ? [`it had ended with ${early} by itself: ${run.output()}`] : []),
    ...found,
  ]);
}

const began = performance.now();
const last = startIngest();
await Promise.race([last.working, last.ended]);
const resumed = ((performance.now() - began) / 1000).toFixed(1);
const code = await last.ended;
judge(
  `left alone, encoding after ${resumed} s, done after ${((performance.now() - began) / 1000).toFixed(1)} s`,
  [
    ...(await faults()),
    ...(code === 0 ? [] : [`it ended with ${code}: ${last.output()}`]),
    ...(written.size === VIDEO_COUNT ? [] : [`${written.size} of ${VIDEO_COUNT} films are there`]),
    ...["spool", "work"].flatMap((folder) =>
      readdirSync(media(folder)).map((name) => `${folder} still holds ${name}`),
    ),
  ],
);
const again = startIngest();
judge("once more, with nothing to do", [
  ...((await again.ended) === 0 ? [] : ["it failed"]),
  ...(again.output().includes(`${VIDEO_COUNT} already there`) ? [] : [again.output()]),
  ...(await faults()),
]);
await scratch.remove();
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 ? 0 : 1;

interface Run {
  pid: number;
  /** Resolves when the first video is being encoded. */
  working: Promise<void>;
  /** Resolves when a video is finished. */
  ready: Promise<void>;
  ended: Promise<number | null>;
  isRunning(): boolean;
  output(): string;
}

function startIngest(): Run {
  const command = join(import.meta.dirname, "../../src/media/ingest-command.ts");
  const env = { ...process.env, DATA_DIR: scratch.path, INIT_CWD: videos };
  const child = spawn(process.execPath, [command, videos], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const waitForOutput = (sign: RegExp) =>
    new Promise<void>((resolve) => {
      child.stdout.on("data", () => sign.test(output) && resolve());
    });
  const [working, ready] = [waitForOutput(/: (?:starts|\d+ %)/), waitForOutput(/: ready/)];
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (status) => resolve(status));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { pid: child.pid ?? 0, working, ready, ended, isRunning, output: () => output };
}

/** Kills the victim with SIGKILL. Returns false when it is not running. */
function end(victim: (typeof victims)[number], command: number): boolean {
  const postmaster = () => readPostmaster(join(scratch.path, "postgres", "data"))?.pid;
  const pid = victim === "command" ? command : victim === "postgres" ? postmaster() : ffmpegOf(command);
  if (pid === undefined) return false;
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** Returns the encoder among the descendants of a process. */
function ffmpegOf(command: number): number | undefined {
  return readdirSync("/proc")
    .map(Number)
    .find((pid) => pid > 0 && isFfmpeg(pid) && isBelow(pid, command));
}

/** Returns whether a process descends from another one; the sandbox process sits between the two. */
function isBelow(pid: number, ancestor: number): boolean {
  const parent = parentOf(pid);
  return parent === ancestor || (parent > 1 && isBelow(parent, ancestor));
}

function isFfmpeg(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith("/ffmpeg");
  } catch (error) {
    if (["ENOENT", "EACCES", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}

function media(folder: string): string {
  return join(scratch.path, "media", folder);
}

/** Returns the faults of the assets that are in place. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const id of readdirSync(media("assets"))) {
    const errors = (await checkAsset(join(media("assets"), id))).filter((each) => each.severity === "error");
    found.push(...errors.map((each) => `${id}: ${each.message}`));
    const at = statSync(join(media("assets"), id, "index.m3u8")).mtimeMs;
    const before = written.get(id);
    // A kill between the rename and the row is the only case in which an asset is encoded again.
    if (before !== undefined && before !== at) remade.push(id);
    written.set(id, at);
  }
  if (remade.length > 1) found.push(`encoded more than once: ${remade.join(", ")}`);
  return found;
}

function judge(what: string, wrong: readonly string[]): void {
  results[wrong.length === 0 ? "passed" : "failed"]++;
  console.log(
    `${wrong.length === 0 ? "ok  " : "FAIL"} ${what}${wrong.map((each) => `\n     ${each}`).join("")}`,
  );
}

/** Returns a linear congruential generator of numbers from 0 to 1, so that a run can be repeated. */
function sequence(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
