import type { Browser } from "playwright-core";
import { median, type Row } from "../measure.ts";
import type { App, Episode } from "./app.ts";
import type { Bare } from "./bare.ts";
import { shownAfter, stillness, until, type Visit, visit } from "./visit.ts";

const ROUNDS = 3;
/** The time after which no further round starts. */
const ENOUGH_MS = 60_000;
/** Seconds watched after a change of quality. */
const WATCH_MS = 4000;
/** A position far beyond the buffer: 80 % of the video. Plain MP4 of this size is fully loaded by then. */
const FAR = 0.8;

const BEST = 720;
const LEAST = 270;

declare const bare: Bare;

interface SeekTimes {
  near: number;
  far: number;
  /** Time to the first frame in the chosen quality, and the stalls until then. */
  switched: number;
  still: number;
  waits: number;
}

/** Measures a near seek, a far seek and a change of quality, each on an episode that has just started. */
export async function measureSeeks(browser: Browser, app: App): Promise<Row[]> {
  const ours: SeekTimes[] = [];
  const theirs: SeekTimes[] = [];
  const plain: Pick<SeekTimes, "near" | "far">[] = [];
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0 && performance.now() - begun > ENOUGH_MS) break;
    const episode = app.episodes[round] as Episode;
    ours.push(await measureOurs(browser, app, episode));
    theirs.push(await measureBare(browser, app, await app.playlistOf(episode)));
    plain.push(await seekBare(browser, app, episode.mp4));
  }
  const row = (
    what: string,
    figure: keyof SeekTimes,
    limit: Partial<SeekTimes>[] | null,
    goal: Row["goal"] = null,
  ): Row => {
    const own = ours.map((times) => times[figure]);
    const other = limit?.map((times) => times[figure] ?? Number.NaN) ?? null;
    const found = other ? median(own.map((value, at) => value / (other[at] ?? Number.NaN))) : Number.NaN;
    const ratio = Number.isFinite(found) ? found : null;
    return {
      what,
      unit: figure === "waits" ? "" : "ms",
      ours: median(own),
      limit: other && median(other),
      ratio,
      goal,
    };
  };
  const dry: Row = {
    ...row("maximum of stalls during a quality change", "waits", null, { atMost: 0 }),
  };
  return [
    row("seek by 5 s into the buffer; bare hls.js", "near", theirs),
    row("seek by 5 s into the buffer; plain MP4", "near", plain),
    row("seek far ahead; bare hls.js", "far", theirs),
    row("seek far ahead; plain MP4, all of it there", "far", plain),
    row("another quality, tap to first frame in it; bare hls.js", "switched", theirs),
    row("stall during a quality change; bare hls.js", "still", theirs),
    { ...dry, ours: Math.max(...ours.map(({ waits }) => waits)) },
  ];
}

async function measureOurs(browser: Browser, app: App, { number }: Episode): Promise<SeekTimes> {
  const seen = await visit(browser);
  const { page } = seen;
  await page.goto(`${app.origin}/videos/${app.seriesId}?ep=${number}`);
  await until(seen, "the first frame", shownAfter(0));
  await page.waitForTimeout(2500);
  const press = async (key: string) => {
    const before = await page.evaluate(() => performance.now());
    await page.keyboard.press(key);
    return until(
      seen,
      "the key",
      ({ taps }) => taps.find(({ t, type }) => t > before && type === "keydown")?.t,
    );
  };
  const near = await soughtTo(seen, 4, () => press("ArrowRight"));
  await page.waitForTimeout(1000);
  const far = await soughtTo(seen, 15, () => press(String(FAR * 10)));
  await page.waitForTimeout(2500);
  const height = await otherQuality(seen);
  await page.mouse.move(200, 300);
  await page.getByRole("button", { name: "Playback settings" }).click();
  await page.waitForTimeout(600);
  const before = await page.evaluate(() => performance.now());
  await page.getByRole("button", { name: `${height}p`, exact: true }).click();
  const from = await until(
    seen,
    "the tap",
    ({ taps }) => taps.findLast(({ t, type }) => t > before && type === "click")?.t,
  );
  const times = { near, far, ...(await switchedTo(seen, height, from)) };
  await seen.close();
  return times;
}

async function measureBare(browser: Browser, app: App, playlist: string): Promise<SeekTimes> {
  const seen = await visit(browser);
  const { page } = seen;
  const { near, far } = await seekThere(seen, app, playlist);
  await page.waitForTimeout(2500);
  const height = await otherQuality(seen);
  const from = await page.evaluate((chosen) => {
    bare.choose(chosen);
    return performance.now();
  }, height);
  const times = { near, far, ...(await switchedTo(seen, height, from)) };
  await seen.close();
  return times;
}

async function seekBare(browser: Browser, app: App, url: string): Promise<{ near: number; far: number }> {
  const seen = await visit(browser);
  const times = await seekThere(seen, app, url);
  await seen.close();
  return times;
}

async function seekThere(seen: Visit, { origin }: App, url: string): Promise<{ near: number; far: number }> {
  const { page } = seen;
  await page.goto(`${origin}/bench/bare?play=${encodeURIComponent(url)}`);
  await until(seen, "the first frame", shownAfter(0));
  await page.waitForTimeout(2500);
  const seek = (by: number | null) =>
    page.evaluate(
      ({ seconds, share }) => {
        const video = document.querySelector("video") as HTMLVideoElement;
        bare.seek(seconds === null ? video.duration * share : video.currentTime + seconds);
        return performance.now();
      },
      { seconds: by, share: FAR },
    );
  const near = await soughtTo(seen, 4, () => seek(5));
  await page.waitForTimeout(1000);
  const far = await soughtTo(seen, 15, () => seek(null));
  return { near, far };
}

/** Returns the milliseconds from the action to the first frame that is at least `seconds` further. */
async function soughtTo(seen: Visit, seconds: number, act: () => Promise<number>): Promise<number> {
  const { frames } = await seen.watched();
  const stood = frames.at(-1) ?? { media: 0, element: 0 };
  const from = await act();
  const there = await until(
    seen,
    "the frame that was sought",
    (watched) =>
      watched.frames.find(
        ({ t, media, element }) => t > from && element === stood.element && media > stood.media + seconds,
      )?.t,
  );
  return there - from;
}

/** Waits for the highest quality, which this network reaches, and then chooses the lowest. */
async function otherQuality(seen: Visit): Promise<number> {
  return until(seen, "the best quality", ({ frames }) => (frames.at(-1)?.height === BEST ? LEAST : null));
}

async function switchedTo(
  seen: Visit,
  height: number,
  from: number,
): Promise<Omit<SeekTimes, "near" | "far">> {
  const frame = await until(seen, `a frame of ${height}`, ({ frames }) =>
    frames.find((each) => each.t > from && each.height === height),
  );
  await seen.page.waitForTimeout(WATCH_MS);
  const now = await seen.page.evaluate(() => performance.now());
  const still = stillness(await seen.watched(), from, now, frame.element);
  return { switched: frame.t - from, still: still.ms, waits: still.waits };
}
