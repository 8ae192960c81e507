import type { Page } from "@playwright/test";
import { openTouchInput } from "./feed.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";

test.use({ hasTouch: true, isMobile: true });

/** Records a page's API calls and media requests in order; media files by name only. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith("/media/v/")) asked.push(pathname.split("/").at(-1) ?? "");
    if (pathname.startsWith("/api/video"))
      asked.push(`${pathname}${searchParams.has("play") ? ` ${searchParams.get("play")}` : ""}`);
  });
  return asked;
}

/** Opens home and waits until it has prefetched what the next tap needs. */
async function home(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.waitForLoadState("networkidle");
}

/** Returns a point on a series' poster, in pixels of the viewport. */
async function posterAt(page: Page, seriesId: string): Promise<[x: number, y: number]> {
  const box = await page.locator(`a[href^="/videos/${seriesId}"]:visible`).first().boundingBox();
  return [(box?.x ?? 0) + 40, (box?.y ?? 0) + 120];
}

test("R14: a tap requests the series and its startup bundle at once; the video needs no playlist request", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await home(page);
  const asked = listen(page);
  await page.locator(`a[href^="/videos/${series.id}"]:visible`).first().tap();
  await expectPlaying(page);
  const begun = asked.slice(0, asked.findIndex((name) => name.endsWith("-00001.m4s")) + 1);
  expect(begun.slice(0, 2).toSorted()).toEqual(["/api/video", "/api/video/episode resume"]);
  expect(begun.filter((name) => name.endsWith("-00000.m4s"))).toHaveLength(1);
  expect(begun.filter((name) => /\.m3u8$|-init\.mp4$/.test(name))).toEqual([]);
});

test("R14: home prefetches the player's code and all styles, and applies them on a press", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const files: string[] = [];
  page.on("requestfinished", (request) => files.push(request.url()));
  await home(page);
  const engine = /\/hls-engine-[^/]+\.js$/;
  const styles = /\/full-[^/]+\.css$/;
  for (const name of [engine, styles])
    await expect.poll(() => files.some((file) => name.test(file)), String(name)).toBe(true);
  const sheets = () =>
    page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.includes("/full-")).length);
  expect(await sheets()).toBe(0);
  const touch = await openTouchInput(page);
  await touch.down(...(await posterAt(page, series.id)));
  await expect.poll(sheets).toBe(1);
  expect(new URL(page.url()).pathname).toBe("/");
  await touch.up();
});

test("R10: home requests only the carousel's next picture, and another when the carousel moves", async ({
  page,
}) => {
  await home(page);
  const slides = page.getByRole("region", { name: "Featured" }).getByRole("listitem");
  const shown = () =>
    slides.evaluateAll((list) => list.map((slide) => slide.querySelector("picture") !== null));
  const count = await slides.count();
  expect(count).toBeGreaterThan(3);
  const upTo = (last: number) => Array.from({ length: count }, (_, index) => index <= last);
  await expect.poll(shown).toEqual(upTo(1));
  await slides.nth(1).evaluate((slide) => slide.scrollIntoView({ inline: "center" }));
  await expect.poll(shown).toEqual(upTo(2));
});

test("R14: a touch that scrolls over a poster requests nothing", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await home(page);
  const asked = listen(page);
  const [x, y] = await posterAt(page, series.id);
  const touch = await openTouchInput(page);
  // Sent together: on a busy machine the touch would otherwise count as a press on the poster.
  const points = [1, 2, 3, 4, 5, 6].map((move) => y - move * 12);
  await Promise.all([touch.down(x, y), ...points.map((to) => touch.to(x, to))]);
  await page.waitForTimeout(300);
  await touch.up();
  expect(asked).toEqual([]);
  // The same touch without movement presses the poster.
  await page.evaluate(() => scrollTo(0, 0));
  await touch.down(x, y);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await touch.up();
});

test("R14: an episode opened by its address requests its video before hydration", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  const asked = listen(page);
  const segments: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("-00000.m4s")) segments.push(new URL(request.url()).pathname);
  });
  // The app's code waits until the video was requested. If the app itself requested it, both would wait for ever.
  const segment = page.waitForRequest(/-00000\.m4s$/);
  await page.route(/\/assets\/vendor-/, async (route) => {
    await segment;
    await route.continue();
  });
  await page.goto(`/videos/${series.id}?ep=2`);
  await expectPlaying(page);
  // The later requests prefetch the next episode.
  expect(segments.filter((path) => path === segments[0])).toHaveLength(1);
  expect(asked.slice(0, 2).filter((name) => name.startsWith("/api/"))).toEqual([]);
});

test("R14: a first segment whose prefetch fails is requested again, and the episode plays", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  let refused = 0;
  await page.route(/-00000\.m4s$/, async (route) => {
    refused += 1;
    if (refused === 1) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  await page.goto(`/videos/${series.id}?ep=1`);
  await expectPlaying(page);
  expect(refused).toBeGreaterThan(1);
});
