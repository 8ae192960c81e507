import type { Browser } from "playwright-core";
import { median, type Row } from "../measure.ts";
import type { App, Episode } from "./app.ts";
import type { Bare } from "./bare.ts";
import { frameAfter, shownAfter, until, type Visit, visit } from "./visit.ts";

const ROUNDS = 5;
/** The time after which no further round starts. */
const ENOUGH_MS = 60_000;
const SETTLE_MS = 1000;

declare const bare: Bare;

/** Measures the time to the first visible frame, from a tap on home and from a cold page, with an empty cache. */
export async function measureStarts(browser: Browser, app: App): Promise<Row[]> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => void times.set(name, [...(times.get(name) ?? []), ms]);
  const alone = async (act: (seen: Visit) => Promise<void>) => {
    const seen = await visit(browser);
    try {
      await act(seen);
    } finally {
      await seen.close();
    }
  };
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 2 && performance.now() - begun > ENOUGH_MS) break;
    const episode = app.episodes[0] as Episode;
    const playlist = await app.playlistOf(episode);
    for (const [name, url] of [
      ["bare", playlist],
      ["mp4", episode.mp4],
    ] as const) {
      await alone(async (seen) => note(`${name}, there`, await playBare(seen, app, url)));
      await alone(async (seen) => note(`${name}, nothing there`, await openBare(seen, app, url)));
    }
    await alone(async (seen) => {
      const { frame, shown } = await tapPoster(seen, app);
      note("ours, tap", frame);
      note("ours, tap, seen", shown);
    });
    await alone(async (seen) => {
      await seen.page.goto(`${app.origin}/videos/${app.seriesId}?ep=1`, { waitUntil: "commit" });
      note("ours, nothing there", await until(seen, "the first frame", frameAfter(0)));
      note("ours, nothing there, seen", await until(seen, "the first frame", shownAfter(0)));
    });
  }
  const row = (what: string, ours: string, limit: string, ratioAtMost: number | null): Row => {
    const [own = [], other = []] = [times.get(ours), times.get(limit)];
    const ratio = median(own.map((ms, round) => ms / (other[round] ?? Number.NaN)));
    const goal = ratioAtMost === null ? null : { ratioAtMost };
    return { what, unit: "ms", ours: median(own), limit: median(other), ratio, goal };
  };
  const seen = (what: string, name: string): Row => ({
    what,
    unit: "ms",
    ours: median(times.get(name) ?? []),
    limit: null,
    ratio: null,
    goal: null,
  });
  return [
    row("first frame, tap on a poster; bare hls.js, its page there", "ours, tap", "bare, there", 1.15),
    row("first frame, tap on a poster; plain MP4, its page there", "ours, tap", "mp4, there", null),
    seen("tap on a poster, until its still is half gone", "ours, tap, seen"),
    row("first frame, address entered; bare hls.js", "ours, nothing there", "bare, nothing there", null),
    row("first frame, address entered; plain MP4", "ours, nothing there", "mp4, nothing there", null),
    seen("address entered, until its still is half gone", "ours, nothing there, seen"),
  ];
}

/** Opens the bare page and plays. Returns the milliseconds from the call to the first frame. */
async function playBare(seen: Visit, { origin }: App, url: string): Promise<number> {
  await seen.page.goto(`${origin}/bench/bare`);
  const from = await seen.page.evaluate((address) => {
    bare.play(address);
    return performance.now();
  }, url);
  return (await until(seen, "the first frame", frameAfter(from))) - from;
}

async function openBare(seen: Visit, { origin }: App, url: string): Promise<number> {
  await seen.page.goto(`${origin}/bench/bare?play=${encodeURIComponent(url)}`, { waitUntil: "commit" });
  return until(seen, "the first frame", frameAfter(0));
}

/** Opens home, waits until it is idle, and taps a poster. Returns the milliseconds from the tap to the first frame. */
async function tapPoster(seen: Visit, { origin, seriesId }: App): Promise<{ frame: number; shown: number }> {
  const { page } = seen;
  await page.goto(origin, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE_MS);
  const poster = page.locator(`a[href*="/videos/${seriesId}"]:visible`).first();
  await poster.scrollIntoViewIfNeeded();
  await page.waitForTimeout(SETTLE_MS);
  const before = await page.evaluate(() => performance.now());
  await poster.tap();
  const from = await until(
    seen,
    "the tap",
    ({ taps }) => taps.find(({ t, type }) => t > before && type === "pointerdown")?.t,
  );
  const frame = await until(seen, "the first frame", frameAfter(from));
  const shown = await until(seen, "the first frame", shownAfter(from));
  return { frame: frame - from, shown: shown - from };
}
