import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDemo } from "../demo.ts";
import { openBrowser } from "../player/visit.ts";
import { folder, run } from "../processes.ts";
import { type Played, playEpisode, seekTo } from "./play.ts";

/**
 * `npm run test:soak`: ingests a long video and a long series into a new app, plays both to the end in Chromium, seeks in the long
 * one, and writes the result to docs/soak.md. Takes an hour or more on two cores.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    episodes: { type: "string", default: "80" },
    /** The file for the result; another one keeps a short run from replacing the real result. */
    out: { type: "string", default: join(import.meta.dirname, "../../docs/soak.md") },
  },
});
const longSeconds = Number(values.minutes) * 60;
const episodes = Number(values.episodes);
if (!(longSeconds >= 10 && Number.isInteger(episodes) && episodes >= 1))
  throw new Error("--minutes is a number of minutes, at least 0.2; --episodes a whole number, at least 1.");
const EPISODE_SECONDS = 5;
/** Half a minute before the end: 9:30 of ten minutes. */
const BEFORE_END = 30;
const SERVER = join(import.meta.dirname, "../../server/src");

const lines: string[] = [];
let failed = 0;
let passed = 0;
const sources = await mkdtemp(join(await folder("soak"), "sources-"));
await makeSources();
const demo = await startDemo("soak");
const browser = await openBrowser();
try {
  const long = await ingest("Soak Long");
  const series = await ingest("Soak Series");
  await playLong(long);
  await playSeries(series);
} finally {
  await browser.close();
  await demo.close();
  await rm(sources, { recursive: true, force: true });
}
await writeFile(values.out, `${report()}${await yearsIn(values.out)}`);
console.log(`Written to ${values.out}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function makeSources(): Promise<void> {
  const makeVideo = async (path: string, size: string, seconds: number, tone: number) => {
    const picture = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=30`];
    const sound = ["-f", "lavfi", "-i", `sine=frequency=${tone}:sample_rate=48000`];
    const codecs = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
    const args = [...picture, ...sound, "-t", String(seconds), ...codecs, path];
    await run("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args]);
  };
  for (const name of ["Soak Long", "Soak Series"]) await mkdir(join(sources, name), { recursive: true });
  console.log(`Generating ${values.minutes} minutes and ${episodes} episodes`);
  await makeVideo(join(sources, "Soak Long", "1.mp4"), "1080x1920", longSeconds, 440);
  for (let number = 1; number <= episodes; number += 1)
    await makeVideo(
      join(sources, "Soak Series", `${number}.mp4`),
      "360x640",
      EPISODE_SECONDS,
      200 + number * 5,
    );
  await writeFile(join(sources, "Soak Series", "series.yaml"), `free: ${episodes}\n`);
}

/** Ingests a folder by the operator's command. Returns the id of its series. */
async function ingest(name: string): Promise<string> {
  const began = performance.now();
  const command = join(SERVER, "media/ingest-command.ts");
  const output = await run(process.execPath, [command, join(sources, name)], { env: demo.settings });
  const seconds = (performance.now() - began) / 1000;
  console.log(output.trimEnd().split("\n").at(-1));
  note(`${name} ingested`, /left out/.test(output) ? "with faults" : null, `${seconds.toFixed(0)} s`);
  const list = await run(process.execPath, [command, "--list"], { env: demo.settings });
  const id = new RegExp(`^([a-z0-9]{26}) {2}${name}: `, "m").exec(list)?.[1];
  if (!id) throw new Error(`${name} is not in the list:\n${list}`);
  return id;
}

async function playLong(id: string): Promise<void> {
  const address = `http://127.0.0.1:${demo.port}/videos/${id}?ep=1`;
  const to = Math.max(1, longSeconds - BEFORE_END);
  const seek = await seekTo(browser, address, to);
  note(`seek to ${clock(to)}`, seek.fault, `${seek.milliseconds.toFixed(0)} ms to the first frame`);
  const played = await playEpisode(browser, address, longSeconds);
  note(`${values.minutes} minutes to the end`, played.fault, figures([played]));
}

async function playSeries(id: string): Promise<void> {
  const all: Played[] = [];
  for (let number = 1; number <= episodes; number += 1) {
    const address = `http://127.0.0.1:${demo.port}/videos/${id}?ep=${number}`;
    all.push(await playEpisode(browser, address, EPISODE_SECONDS));
  }
  const faults = all.flatMap(({ fault }, index) => (fault ? [`episode ${index + 1}: ${fault}`] : []));
  note(`${episodes} episodes to the end`, faults.length > 0 ? faults.join("; ") : null, figures(all));
}

function figures(all: readonly Played[]): string {
  const sum = (of: (played: Played) => number) => all.reduce((total, played) => total + of(played), 0);
  return `${sum(({ stalls }) => stalls)} stalls, ${sum(({ dropped }) => dropped)} of ${sum(({ frames }) => frames)} frames dropped`;
}

function note(what: string, fault: string | null, figure: string): void {
  if (fault) failed += 1;
  else passed += 1;
  const result = fault ?? "passed";
  console.log(`${what}: ${result} (${figure})`);
  lines.push(`| ${what} | ${result} | ${figure} |`);
}

function report(): string {
  const head = [
    "# Soak test",
    "",
    "`npm run test:soak` writes this file. It ingests one long video and one long series, plays both to the end in Chromium",
    "and seeks to half a minute before the end. It is no part of the continuous tests.",
    "",
    `Run on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores: ${values.minutes} minutes of 1080×1920 and ${episodes} episodes of ${EPISODE_SECONDS} s.`,
    "",
    "| step | result | figures |",
    "| --- | --- | --- |",
  ];
  return `${[...head, ...lines].join("\n")}\n`;
}

/** Returns the file's section about a year of payments (`npm run test:soak -- year`), which stays. */
async function yearsIn(file: string): Promise<string> {
  const before = await readFile(file, "utf8").catch(() => "");
  const start = before.indexOf("\n## A year of business");
  return start < 0 ? "" : before.slice(start);
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
