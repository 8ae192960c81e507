import type { Browser } from "playwright-core";
import { median, type Row } from "../measure.ts";
import type { App, Episode } from "./app.ts";
import type { Bare } from "./bare.ts";
import { shownAfter, until, type Visit, visit } from "./visit.ts";

/** Swipes through the whole series; after every so many of them the competitors have their turn. */
const SWIPES = 39;
const TURN = 10;
/** A machine that is busy swipes less. */
const ENOUGH_MS = 110_000;
const COLD = 6;
/** What the product may take to make the next episode ready, before the swipe comes anyway. */
const READY_MS = 4000;
/** When the memory is looked at first: by then all media elements have had their turn. */
const WARM_AT = 6;
/** A viewer looks before the next swipe. */
const LOOK_MS = 500;

declare const bare: Bare;

interface Swipe {
  /** From six tenths of the episode in sight to its first frame after that, in ms. */
  moving: number;
  /** Until its still is half gone. */
  seen: number;
  /** To the first frame from the finger's leaving the screen. */
  lifted: number;
  /** Its picture lay ready when it came into sight. */
  ready: boolean;
  /** The product had made it ready when the finger came. */
  prepared: boolean;
}

/** The next episode by swipe, made ready or not, and what forty of them leave in the memory. */
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
    if (performance.now() - begun > ENOUGH_MS && at > TURN) break;
    warm.push(await swipeTo(seen, at, READY_MS));
    if (at === WARM_AT) heaps.push(await seen.heap());
    if (at % TURN !== 5) continue;
    const turn = Math.floor(at / TURN);
    await rest(seen);
    for (let more = 0; more < 2 && cold.length < COLD; more++)
      cold.push(await swipeTo(careful, cold.length + 1, 0));
    await rest(careful);
    for (let more = 0; more < 2; more++) {
      const [first, second] = app.episodes.slice(turn * 4 + more * 2 + 1) as [Episode, Episode];
      for (const kind of ["bare", "mp4"] as const) {
        for (const [name, episode] of [
          ["cold", first],
          ["fetched", second],
        ] as const) {
          const url = kind === "mp4" ? episode.mp4 : await app.playlistOf(episode);
          const ms = await nextBare(simple, url, name === "fetched");
          const key = `${kind}, ${name}`;
          bares[key] = [...(bares[key] ?? []), ms];
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
  const moving = warm.map((swipe) => swipe.moving);
  const [before = Number.NaN, after = Number.NaN] = heaps;
  const late = warm.filter(({ ready }) => !ready).length;
  return [
    row("next episode by swipe, made ready; bare hls.js, fetched", moving, bares["bare, fetched"], {
      atMost: 100,
    }),
    row("the same; plain MP4, fetched", moving, bares["mp4, fetched"]),
    plain("the same, p95", "ms", p95(moving), { atMost: 200 }),
    plain("the same, until its still is half gone", "ms", median(warm.map(({ seen }) => seen))),
    plain("the same, from the finger lifted", "ms", median(warm.map(({ lifted }) => lifted))),
    plain("the same, nothing lay ready when in sight", `of ${warm.length}`, late, { atMost: 0 }),
    plain(
      "the same, not made ready in 4 s",
      `of ${warm.length}`,
      warm.filter(({ prepared }) => !prepared).length,
    ),
    row(
      "next episode by swipe, cold; bare hls.js, cold",
      cold.map((swipe) => swipe.moving),
      bares["bare, cold"],
    ),
    row(
      "the same; plain MP4, cold",
      cold.map((swipe) => swipe.moving),
      bares["mp4, cold"],
    ),
    plain("the same, p95", "ms", p95(cold.map((swipe) => swipe.moving))),
    plain(`media elements in ${warm.length + 1} episodes, the most`, "", elements, { atMost: 3 }),
    plain(`script memory after ${WARM_AT} swipes`, "MB", before / 1e6),
    plain(`script memory grown in the next ${warm.length - WARM_AT}`, "MB", (after - before) / 1e6, {
      atMost: 3,
    }),
  ].map((each, at) => ({
    ...each,
    what: each.what.replace("the same", at < 7 ? "swipe, made ready" : "swipe, cold"),
  }));
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

async function watchFirst(browser: Browser, app: App, savesData: boolean): Promise<Visit> {
  const seen = await visit(browser, { savesData });
  await seen.page.goto(`${app.origin}/videos/${app.seriesId}?ep=1`);
  await until(seen, "the first frame", shownAfter(0));
  await seen.page.waitForTimeout(LOOK_MS);
  if (savesData) await rest(seen);
  return seen;
}

// While another page is measured; the next swipe plays again by itself.
async function rest({ page }: Visit): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.pause());
}

/** Swipes to an episode, once it is ready or after `patience` ms. */
export async function swipeTo(seen: Visit, index: number, patience: number): Promise<Swipe> {
  const { page } = seen;
  const prepared = patience > 0 && (await isReady(seen, index, patience));
  const before = await page.evaluate(() => performance.now());
  await seen.swipe();
  const reached = await until(seen, `episode ${index + 1}`, (watched) =>
    watched.reached.find(({ t, index: at }) => t > before && at === index),
  );
  const { t, element, load, ready } = reached;
  const frame = await until(seen, `a frame of episode ${index + 1}`, ({ frames, shown }) => {
    const own = frames.filter((each) => each.element === element);
    // What this element was seen with before is another episode.
    const old = !ready && shown.some((each) => each.element === element && each.load === load && each.t <= t);
    const first = own.find((each) => each.t > t && (old ? each.load > load : each.load >= load));
    const open = first && shown.find((each) => each.element === element && each.load === first.load);
    return first && open ? { moving: first.t, seen: Math.max(first.t, open.t) } : null;
  });
  const { taps } = await seen.watched();
  const lifted = taps.findLast((tap) => tap.type === "touchend" && tap.t > before)?.t ?? t;
  await page.waitForTimeout(LOOK_MS);
  return { moving: frame.moving - t, seen: frame.seen - t, lifted: frame.moving - lifted, ready, prepared };
}

/** Whether a picture of an episode lies in its section, now or within so many ms. */
async function isReady({ page }: Visit, index: number, patience: number): Promise<boolean> {
  const ready = (at: number) => {
    const { liesReady } = globalThis as unknown as { liesReady: (video: HTMLVideoElement) => boolean };
    return [...document.querySelectorAll("video")].some(
      (video) => video.style.top === `${at * 100}%` && liesReady(video),
    );
  };
  return page.waitForFunction(ready, index, { timeout: patience, polling: 50 }).then(
    () => true,
    () => false,
  );
}

async function nextBare(seen: Visit, url: string, fetched: boolean): Promise<number> {
  const { page } = seen;
  if (fetched) await page.evaluate((address) => bare.fetchFirst(address), url);
  const { from, load } = await page.evaluate((address) => {
    const { frames } = (globalThis as unknown as { watched: { frames: { load: number }[] } }).watched;
    const before = frames.at(-1)?.load ?? 0;
    bare.play(address);
    return { from: performance.now(), load: before };
  }, url);
  const shown = await until(
    seen,
    "the next film",
    ({ frames }) => frames.find((frame) => frame.t > from && frame.load > load)?.t,
  );
  await page.waitForTimeout(LOOK_MS);
  return shown - from;
}
