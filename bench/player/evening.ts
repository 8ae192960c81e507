import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { Row } from "../measure.ts";
import type { App, Episode } from "./app.ts";
import type { Bare } from "./bare.ts";
import { swipeTo } from "./swipes.ts";
import { shownAfter, stillness, until, type Visit, visit } from "./visit.ts";

const SWIPES = 10;
const SHARE = 1 / 3;
/** A third of a video is watched in a sixth of its time. The buffer is counted in seconds of video, so the bytes are the same. */
const FAST = 6;

declare const bare: Bare;

/** A file of a video. `from` and `to` are seconds of the video; a file that is not a segment spans all of it. */
interface Loaded {
  asset: string;
  quality: string;
  bytes: number;
  from: number | null;
  to: number;
}

/** Measures the unused bytes of ten swipes with a third of each episode watched. */
export async function measureEvening(browser: Browser, app: App): Promise<Row[]> {
  const [ours, theirs] = await Promise.all([spendOurs(browser, app), spendBare(browser, app)]);
  const row = (what: string, figure: "unwatched" | "unopened" | "bytes", goal: Row["goal"] = null): Row => {
    const scale = figure === "bytes" ? 1e-6 : 100 / ours.bytes;
    const other = theirs[figure] * (figure === "bytes" ? 1e-6 : 100 / theirs.bytes);
    const own = ours[figure] * scale;
    return {
      what,
      unit: figure === "bytes" ? "MB" : "%",
      ours: own,
      limit: other,
      ratio: other > 0 ? own / other : null,
      goal,
    };
  };
  return [
    row("ten swipes, loaded and never watched; bare hls.js", "unwatched", { atMost: 25 }),
    row("ten swipes, of episodes that were never opened; bare hls.js", "unopened", { atMost: 25 }),
    row("ten swipes, everything loaded; bare hls.js", "bytes"),
  ];
}

async function spendOurs(browser: Browser, app: App) {
  const seen = await visit(browser);
  const { page } = seen;
  const reached = new Map<string, number>();
  await page.goto(`${app.origin}/videos/${app.seriesId}?ep=1`);
  await until(seen, "the first frame", shownAfter(0));
  for (let at = 0; at <= SWIPES; at++) {
    if (at > 0) await swipeTo(seen, at, 0);
    await watchThird(seen, reached, await assetOf(app, at), "video[data-active]");
  }
  const sum = await sumUp(seen, reached);
  await seen.close();
  return sum;
}

async function spendBare(browser: Browser, app: App) {
  const seen = await visit(browser);
  const { page } = seen;
  const reached = new Map<string, number>();
  await page.goto(`${app.origin}/bench/bare`);
  for (let at = 0; at <= SWIPES; at++) {
    const url = await app.playlistOf(app.episodes[at] as Episode);
    const from = await page.evaluate((address) => {
      bare.play(address);
      return performance.now();
    }, url);
    await until(seen, "the next episode", shownAfter(from));
    await watchThird(seen, reached, await assetOf(app, at), "video");
  }
  const sum = await sumUp(seen, reached);
  await seen.close();
  return sum;
}

async function watchThird({ page }: Visit, reached: Map<string, number>, asset: string, video: string) {
  await page.evaluate(
    ({ selector, rate }) => {
      const element = document.querySelector(selector) as HTMLVideoElement;
      element.playbackRate = rate;
    },
    { selector: video, rate: FAST },
  );
  await page.waitForFunction(
    ({ selector, share }) => {
      const { currentTime, duration } = document.querySelector(selector) as HTMLVideoElement;
      return duration > 0 && currentTime >= duration * share;
    },
    { selector: video, share: SHARE },
    { timeout: 40_000, polling: 20 },
  );
  const time = await page.evaluate((selector) => {
    const element = document.querySelector(selector) as HTMLVideoElement;
    element.playbackRate = 1;
    return element.currentTime;
  }, video);
  reached.set(asset, time);
}

async function assetOf(app: App, at: number): Promise<string> {
  return (await app.playlistOf(app.episodes[at] as Episode)).split("/").at(-2) ?? "";
}

/** Returns the shares of media bytes never watched, and of videos never opened. A second loaded twice counts as watched once. */
async function sumUp({ traffic }: Visit, reached: Map<string, number>) {
  const files = await describe(traffic());
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const best = new Map<string, Loaded>();
  let watched = 0;
  let unopened = 0;
  for (const file of files) {
    const until = reached.get(file.asset);
    if (until === undefined) unopened += file.bytes;
    else if (file.from === null) watched += file.bytes;
    else {
      const key = `${file.asset} ${file.from}`;
      const other = best.get(key);
      if (!other || other.bytes < file.bytes) best.set(key, file);
    }
  }
  for (const { asset, from, to, bytes: size } of best.values()) {
    const share = ((reached.get(asset) ?? 0) - (from ?? 0)) / (to - (from ?? 0));
    watched += size * Math.min(1, Math.max(0, share));
  }
  return { bytes, unwatched: bytes - watched, unopened };
}

async function describe(traffic: { url: string; bytes: number }[]): Promise<Loaded[]> {
  const lists = new Map<string, Promise<Map<string, [number, number]>>>();
  const files: Loaded[] = [];
  for (const { url, bytes } of traffic) {
    const [, base, asset = "", file = ""] = /^(.*\/media\/v\/[^/]+\/([^/]+)\/)([^/]+)$/.exec(url) ?? [];
    if (!base) continue;
    const [, quality] = /^(v\d+)-\d+\.m4s$/.exec(file) ?? [];
    if (!quality) {
      files.push({ asset, quality: "", bytes, from: null, to: 0 });
      continue;
    }
    const key = `${asset} ${quality}`;
    if (!lists.has(key)) lists.set(key, timesOf(`${base}${quality}.m3u8`));
    const [from, to] = (await lists.get(key))?.get(file) ?? [0, 0];
    files.push({ asset, quality, bytes, from, to });
  }
  return files;
}

async function timesOf(url: string): Promise<Map<string, [number, number]>> {
  const text = await (await fetch(url)).text();
  const times = new Map<string, [number, number]>();
  let at = 0;
  for (const [, duration = "0", file = ""] of text.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)) {
    times.set(file, [at, at + Number(duration)]);
    at += Number(duration);
  }
  return times;
}

/** Plays a whole episode on a network with 1.5 times the rate of the lowest quality. */
export async function measureSlowNetwork(browser: Browser, app: App): Promise<Row[]> {
  const episode = app.episodes[0] as Episode;
  const playlist = await app.playlistOf(episode);
  const master = await (await fetch(app.origin + playlist)).text();
  const rate = Math.min(
    ...[...master.matchAll(/STREAM-INF:BANDWIDTH=(\d+).*RESOLUTION=\d+x\d+,FRAME/g)].map(([, bits]) =>
      Number(bits),
    ),
  );
  const slow = { roundTrip: 60, rate: rate * 1.5 };
  const ours = await visit(browser);
  await ours.page.goto(app.origin, { waitUntil: "networkidle" });
  await pause(1500);
  const theirs = await visit(browser);
  await theirs.page.goto(`${app.origin}/bench/bare`);
  await Promise.all([ours.setNetwork(slow), theirs.setNetwork(slow)]);
  const poster = ours.page.locator(`a[href*="/videos/${app.seriesId}"]:visible`).first();
  const before = await ours.page.evaluate(() => performance.now());
  await poster.tap();
  await theirs.page.evaluate((url) => bare.play(url), playlist);
  const [own, other] = await Promise.all([watchWhole(ours, before), watchWhole(theirs, 0)]);
  await Promise.all([ours.close(), theirs.close()]);
  const row = (
    what: string,
    unit: string,
    figure: "ms" | "waits" | "first",
    goal: Row["goal"] = null,
  ): Row => ({
    what,
    unit,
    ours: own[figure],
    limit: other[figure],
    ratio: null,
    goal,
  });
  return [
    row("slow network, one episode: stalls; bare hls.js", "", "waits", { atMost: 0 }),
    row("slow network, one episode: stall time; bare hls.js", "ms", "ms"),
    row("slow network: first frame; bare hls.js", "ms", "first"),
  ];
}

async function watchWhole(seen: Visit, from: number) {
  const first = await until(seen, "the first frame", shownAfter(from));
  const { frames } = await seen.watched();
  const element = frames.find((frame) => frame.t <= first + 50 && frame.t > from)?.element ?? 0;
  await seen.page.waitForFunction(
    () =>
      [...document.querySelectorAll("video")].some(({ currentTime, duration }) => currentTime > duration - 3),
    undefined,
    { timeout: 110_000, polling: 200 },
  );
  const now = await seen.page.evaluate(() => performance.now());
  const still = stillness(await seen.watched(3000), first, now, element);
  return { ...still, first: first - from };
}
