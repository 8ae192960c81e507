import { loadavg } from "node:os";
import type { Browser } from "playwright-core";
import type { Outcome, Row } from "./measure.ts";
import { type App, openApp } from "./player/app.ts";
import { measureEvening, measureSlowNetwork } from "./player/evening.ts";
import { measureRenewal } from "./player/renewal.ts";
import { measureSeeks } from "./player/seeks.ts";
import { measureStarts } from "./player/starts.ts";
import { measureSwipes } from "./player/swipes.ts";
import { makeVideos } from "./player/videos.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere } from "./processes.ts";

type Part = (browser: Browser, app: App) => Promise<Row[]>;

/** The parts of a row run at the same time. The last row moves the clock. */
const PARTS: [name: string, part: Part, seconds: number][][] = [
  [["first frame", measureStarts, 150]],
  [["next episode", measureSwipes, 220]],
  [["seek and quality", measureSeeks, 150]],
  [
    ["ten swipes", measureEvening, 160],
    ["slow network", measureSlowNetwork, 160],
  ],
  [["grant at its end", measureRenewal, 60]],
];

/** Measures the player on a mobile network: first frame, next episode, seek, quality, bytes, grants and memory. */
export async function measure(): Promise<Outcome> {
  const without = (reason: string): Outcome => ({ rows: [], missing: [`player: ${reason}`], notes: [] });
  if (!(await isThere(CHROMIUM, "--version")))
    return without(
      "Chromium plays it. Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH",
    );
  if (!(await isThere("ffmpeg", "-version")))
    return without("ffmpeg joins the episodes. Install it: sudo apt-get install ffmpeg");
  const loads = [loadavg()[0] ?? 0];
  const rows: Row[] = [];
  const missing: string[] = [];
  const app = await openApp(await makeVideos());
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
    "Chromium as a phone of 390×844 on a network of 10 Mbit/s with 60 ms (the browser's throttling, the same for all), an empty cache for every visit, no service worker; the demo on this machine with a series of forty free episodes of 72 s, joined from the demo's, in 270p and 720p at a third of a Mbit/s.",
    "The limits are on the same origin: a page with one media element and hls.js light (it only loads and plays the same segments under a grant), and the same episode as plain MP4 of the lowest quality. A time ends at the browser's callback for the first frame or, where stated, when the still over it has half faded.",
    "A swipe is a touch gesture; its time starts when 60 % of the next episode are in the viewport. The first frame counts when it is uncovered, which may be earlier, and playback starts with the frame after it (frames are 42 ms apart, and the first one of these episodes lasts 125 ms). Prefetched: the bare page has the next playlist, init segment and first segment, or the whole MP4, in the browser's cache. Cold: the phone asks to save data, so nothing is prefetched.",
    "Never watched: bytes of seconds that were not played in a session where a third of each episode is watched at six times its speed. Stalls are the browser's `waiting` events; a slow network has 1.5 times the peak rate of the lowest quality.",
    `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; above 2 the times are unreliable.`,
  ];
  return { rows, missing, notes };
}

/** Runs a part in its own browser. A part that fails or takes too long does not affect the others. */
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
