import type { Browser } from "playwright-core";
import { median, type Row } from "../measure.ts";
import type { App, Episode } from "./app.ts";
import type { Bare } from "./bare.ts";
import { shownAfter, until, type Visit, visit } from "./visit.ts";

/** The number of swipes after which the limit pages are measured. */
const SWIPES = 39;
const ROUND_SWIPES = 10;
/** The time after which swiping ends. */
const ENOUGH_MS = 110_000;
const COLD = 6;
/** The time that the product has to prefetch the next episode before the swipe. */
const READY_MS = 4000;
/** The swipe after which memory is first measured; all media elements have been used by then. */
const WARM_AT = 6;
/** The pause before the next swipe. */
const PAUSE_MS = 500;

declare const bare: Bare;

interface Swipe {
  /** Milliseconds from 60 % of the episode in the viewport to a visible frame; 0 if the frame was already visible. */
  seen: number;
  /** The same until playback starts, which is the next frame. */
  moving: number;
  /** The same from the end of the touch. */
  lifted: number;
  /** Whether its picture was ready when it entered the viewport. */
  ready: boolean;
  /** Whether the product had prefetched it before the touch. */
  prepared: boolean;
}

/** Measures a swipe to the next episode, prefetched or not, and the memory after forty of them. */
export async function measureSwipes(browser: Browser, app: App): Promise<Row[]> {
  const warm: Swipe[] = [];
  const cold: Swipe[] = [];
  const heaps: number[] = [];
  const bares: Record<string, number[]> = {};
  const seen = await watchFirst(browser, app, false);
  const careful = await watchFirst(browser, app, true);
  const simple = await visit(browser);
  await simple.page.goto(`${app.origin}/bench/bare`);
  await simple.page.evaluate((url) => bare.play(url), await app.playlistOf(app.episodes[0] as Episode));
  const begun = performance.now();
  for (let at = 1; at <= SWIPES; at++) {
    if (performance.now() - begun > ENOUGH_MS && at > ROUND_SWIPES) break;
    warm.push(await swipeTo(seen, at, READY_MS));
    if (at === WARM_AT) heaps.push(await seen.heap());
    if (at % ROUND_SWIPES !== 5) continue;
    const round = Math.floor(at / ROUND_SWIPES);
    await rest(seen);
    for (let more = 0; more < 2 && cold.length < COLD; more++)
      cold.push(await swipeTo(careful, cold.length + 1, 0));
    await rest(careful);
    for (let more = 0; more < 2; more++) {
      const [first, second] = app.episodes.slice(round * 4 + more * 2 + 1) as [Episode, Episode];
      for (const kind of ["bare", "mp4"] as const) {
        for (const [name, episode] of [
          ["cold", first],
          ["fetched", second],
        ] as const) {
          const url = kind === "mp4" ? episode.mp4 : await app.playlistOf(episode);
          const [first, moving] = await nextBare(simple, url, name === "fetched");
          for (const [key, ms] of [
            [`${kind}, ${name}`, first],
            [`${kind}, ${name}, moves`, moving],
          ] as const) {
            bares[key] = [...(bares[key] ?? []), ms];
          }
        }
      }
    }
  }
  heaps.push(await seen.heap());
  const elements = (await seen.watched()).elements;
  for (const each of [seen, careful, simple]) await each.close();
  return rowsOf({ warm, cold, heaps, elements, bares });
}

function rowsOf(found: {
  warm: Swipe[];
  cold: Swipe[];
  heaps: number[];
  elements: number;
  bares: Record<string, number[]>;
}): Row[] {
  const { warm, cold, heaps, elements, bares } = found;
  const row = (what: string, own: number[], limit: number[] | undefined, goal: Row["goal"] = null): Row => {
    const [ours, other] = [median(own), limit ? median(limit) : null];
    return { what, unit: "ms", ours, limit: other, ratio: other === null ? null : ours / other, goal };
  };
  const plain = (what: string, unit: string, ours: number, goal: Row["goal"] = null): Row => ({
    what,
    unit,
    ours,
    limit: null,
    ratio: null,
    goal,
  });
  const [before = Number.NaN, after = Number.NaN] = heaps;
  const late = warm.filter(({ ready }) => !ready).length;
  const of = (swipes: Swipe[], figure: "seen" | "moving" | "lifted") => swipes.map((swipe) => swipe[figure]);
  const rows = (kind: string, name: string, swipes: Swipe[], goal: Row["goal"]) => [
    row(
      `${kind}: first frame in the viewport; bare hls.js, ${name}`,
      of(swipes, "seen"),
      bares[`bare, ${name}`],
      goal,
    ),
    row(
      `${kind}: first frame in the viewport; plain MP4, ${name}`,
      of(swipes, "seen"),
      bares[`mp4, ${name}`],
    ),
    plain(
      `${kind}: first frame in the viewport, p95`,
      "ms",
      p95(of(swipes, "seen")),
      goal && { atMost: 200 },
    ),
    row(`${kind}: until it moves; bare hls.js, ${name}`, of(swipes, "moving"), bares[`bare, ${name}, moves`]),
    row(`${kind}: until it moves; plain MP4, ${name}`, of(swipes, "moving"), bares[`mp4, ${name}, moves`]),
    plain(`${kind}: until it moves, p95`, "ms", p95(of(swipes, "moving"))),
    plain(`${kind}: until it moves, from the end of the touch`, "ms", median(of(swipes, "lifted"))),
  ];
  return [
    ...rows("swipe, prefetched", "fetched", warm, { atMost: 100 }),
    plain("swipe, prefetched: not ready when in the viewport", `of ${warm.length}`, late, { atMost: 0 }),
    plain(
      "swipe, prefetched: not prefetched within 4 s",
      `of ${warm.length}`,
      warm.filter(({ prepared }) => !prepared).length,
    ),
    ...rows("swipe, cold", "cold", cold, null),
    plain(`media elements in ${warm.length + 1} episodes, maximum`, "", elements, { atMost: 3 }),
    plain(`script memory after ${WARM_AT} swipes`, "MB", before / 1e6),
    plain(`script memory grown in the next ${warm.length - WARM_AT}`, "MB", (after - before) / 1e6, {
      atMost: 3,
    }),
  ];
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

async function watchFirst(browser: Browser, app: App, savesData: boolean): Promise<Visit> {
  const seen = await visit(browser, { savesData });
  await seen.page.goto(`${app.origin}/videos/${app.seriesId}?ep=1`);
  await until(seen, "the first frame", shownAfter(0));
  await seen.page.waitForTimeout(PAUSE_MS);
  if (savesData) await rest(seen);
  return seen;
}

// Paused while another page is measured; the next swipe starts playback again.
async function rest({ page }: Visit): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.pause());
}

/** Swipes to an episode once it is ready, or after `timeoutMs`. */
export async function swipeTo(seen: Visit, index: number, timeoutMs: number): Promise<Swipe> {
  const { page } = seen;
  const prepared = timeoutMs > 0 && (await isReady(seen, index, timeoutMs));
  const before = await page.evaluate(() => performance.now());
  await seen.swipe();
  const reached = await until(seen, `episode ${index + 1}`, (watched) =>
    watched.reached.find(({ t, index: at }) => t > before && at === index),
  );
  const { t, element, load, ready, open, old } = reached;
  const own = ({ t: when, element: one, load: other }: { t: number; element: number; load: number }) =>
    when > t && one === element && (old ? other > load : other >= load);
  const found = await until(seen, `a frame of episode ${index + 1}`, ({ frames, shown }) => {
    const [first, second] = frames.filter(own);
    // A prefetched episode already shows its first frame.
    const moving = ready ? first : second;
    const uncovered = open ? t : shown.findLast((one) => one.element === element && one.load >= load)?.t;
    return first && moving && uncovered !== undefined
      ? { moving: moving.t, seen: open ? t : Math.max(first.t, uncovered) }
      : null;
  });
  const { taps } = await seen.watched();
  const lifted = taps.findLast((tap) => tap.type === "touchend" && tap.t > before)?.t ?? t;
  await page.waitForTimeout(PAUSE_MS);
  const moving = found.moving - t;
  return { seen: found.seen - t, moving, lifted: found.moving - lifted, ready, prepared };
}

/** Returns whether an episode's section has a picture within `timeoutMs`. */
async function isReady({ page }: Visit, index: number, timeoutMs: number): Promise<boolean> {
  const ready = (at: number) => {
    const { liesReady } = globalThis as unknown as { liesReady: (video: HTMLVideoElement) => boolean };
    return [...document.querySelectorAll("video")].some(
      (video) => video.style.top === `${at * 100}%` && liesReady(video),
    );
  };
  return page.waitForFunction(ready, index, { timeout: timeoutMs, polling: 50 }).then(
    () => true,
    () => false,
  );
}

async function nextBare(
  seen: Visit,
  url: string,
  fetched: boolean,
): Promise<[first: number, moving: number]> {
  const { page } = seen;
  if (fetched) await page.evaluate((address) => bare.fetchFirst(address), url);
  const { from, load } = await page.evaluate((address) => {
    const { frames } = (globalThis as unknown as { watched: { frames: { load: number }[] } }).watched;
    const before = frames.at(-1)?.load ?? 0;
    bare.play(address);
    return { from: performance.now(), load: before };
  }, url);
  const [first, second] = await until(seen, "the next episode", ({ frames }) => {
    const [one, other] = frames.filter((frame) => frame.t > from && frame.load > load);
    return one && other ? [one.t, other.t] : null;
  });
  await page.waitForTimeout(PAUSE_MS);
  return [first - from, second - from];
}
