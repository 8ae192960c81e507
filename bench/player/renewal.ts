import type { Browser } from "playwright-core";
import type { Row } from "../measure.ts";
import type { App } from "./app.ts";
import { shownAfter, stillness, until, visit } from "./visit.ts";

/** Longer than a grant is valid. */
const MINUTES = 11;
const BEFORE_MS = 3000;
const WATCH_MS = 14_000;

/** Measures a grant that expires during playback. It moves the server's clock, so it runs last. */
export async function measureRenewal(browser: Browser, app: App): Promise<Row[]> {
  const seen = await visit(browser);
  const { page } = seen;
  await page.goto(`${app.origin}/videos/${app.seriesId}?ep=2`);
  await until(seen, "the first frame", shownAfter(0));
  await page.waitForTimeout(BEFORE_MS);
  await app.advance(MINUTES);
  const from = await page.evaluate(() => performance.now());
  await page.waitForTimeout(WATCH_MS);
  const now = await page.evaluate(() => performance.now());
  const watched = await seen.watched(1000);
  const { ms, waits } = stillness(watched, from, now, watched.frames.at(-1)?.element ?? 0);
  const media = seen.traffic().filter(({ url }) => url.includes("/media/v/"));
  const refused = media.filter(({ status }) => status === 403).length;
  const after = media
    .slice(media.findIndex(({ status }) => status === 403))
    .filter(({ status }) => status === 200);
  await seen.close();
  if (refused === 0) throw new Error("No grant was refused, so none was renewed.");
  const row = (what: string, unit: string, ours: number, goal: Row["goal"] = null): Row => ({
    what: `grant that expires during playback: ${what}`,
    unit,
    ours,
    limit: null,
    ratio: null,
    goal,
  });
  return [
    row("stalls", "", waits, { atMost: 0 }),
    row("stall time", "ms", ms),
    row("requests refused", "", refused),
    row("files received after it", "", after.length, { atLeast: 1 }),
  ];
}
