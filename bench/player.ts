import { loadavg } from "node:os";
import type { Browser } from "playwright-core";
import type { Outcome, Row } from "./measure.ts";
import { type App, openApp } from "./player/app.ts";
import { measureEvening, measureSlowLine } from "./player/evening.ts";
import { makeFilms } from "./player/films.ts";
import { measureMoves } from "./player/moves.ts";
import { measureRenewal } from "./player/renewal.ts";
import { measureStarts } from "./player/starts.ts";
import { measureSwipes } from "./player/swipes.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere } from "./processes.ts";

type Part = (browser: Browser, app: App) => Promise<Row[]>;

/** What goes on at the same time shares a line of the list; the last one moves the clock. */
const PARTS: [name: string, part: Part, seconds: number][][] = [
  [["first frame", measureStarts, 150]],
  [["next episode", measureSwipes, 220]],
  [["seek and quality", measureMoves, 150]],
  [
    ["ten swipes", measureEvening, 160],
    ["slow line", measureSlowLine, 160],
  ],
  [["grant at its end", measureRenewal, 60]],
];

/** The player in a browser on a phone's line: first frame, next episode, seek, quality, bytes, grants and memory. */
export async function measure(): Promise<Outcome> {
  const without = (reason: string): Outcome => ({ rows: [], missing: [`player: ${reason}`], notes: [] });
  if (!(await isThere(CHROMIUM, "--version")))
    return without(
      "Chromium plays it. Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH",
    );
  if (!(await isThere("ffmpeg", "-version")))
    return without("ffmpeg joins the films. Install it: sudo apt-get install ffmpeg");
  const loads = [loadavg()[0] ?? 0];
  const rows: Row[] = [];
  const missing: string[] = [];
  const app = await openApp(await makeFilms());
  try {
    for (const parts of PARTS) {
      for (const found of await Promise.all(parts.map((part) => attempt(app, part)))) {
        rows.push(...found.rows);
        missing.push(...found.missing);
      }
      loads.push(loadavg()[0] ?? 0);
    }
  } finally {
    await app.close();
  }
  const notes = [
    "Chromium as a phone of 390×844 on a line of 10 Mbit/s with 60 ms (the browser's own brake, the same for all), an empty cache for every visit, no service worker; the demo on this machine, and in it a series of forty free films of 72 s, joined from the demo's, in 270p and 720p at a third of a Mbit/s.",
    "The limits stand on the same origin: a page with one media element and hls.js light (no more than loads and plays, the same segments under a grant), and the same film as plain MP4 of the lowest quality. A time ends when the browser calls the first frame back; where it says so, when the still over it is half gone.",
    "A swipe is a finger's; its time begins when six tenths of the next episode are in sight; the first frame is there when one of the film is uncovered, which may be before, and the film moves with the frame after that one (its own frames are 42 ms apart, and the first of these films stands for 125 ms). Fetched: the bare page has the next playlist, head and first segment, or the whole MP4, in the browser's cache. Cold: the phone says that it saves data, so nothing is made ready.",
    "Never watched: bytes of seconds that were not played, at an evening where each film is watched to a third, six times as fast as it should be. Ran dry counts the browser's own event of waiting; a slow line has 1.5 times the peak rate of the lowest quality.",
    `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; above 2 the times are not ours.`,
  ];
  return { rows, missing, notes };
}

/** One part in a browser of its own; where it fails or takes too long, the others stand. */
async function attempt(
  app: App,
  [name, part, seconds]: [string, Part, number],
): Promise<Pick<Outcome, "rows" | "missing">> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${seconds} s.`)), seconds * 1000);
  });
  const browser = await openBrowser();
  try {
    return { rows: await Promise.race([part(browser, app), late]), missing: [] };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { rows: [], missing: [`${name}: ${reason}`] };
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}
