import type { Page } from "@playwright/test";
import { openTouchInput } from "./feed.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { pictureHeight } from "./player-state.ts";

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

test("R10, R14: home requests only the carousel's next picture, and another when it moves; it prefetches the player's code and all styles; a touch that scrolls over a poster requests nothing, and a press what the series needs", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const files: string[] = [];
  page.on("requestfinished", (request) => files.push(request.url()));
  await page.clock.install();
  await home(page);
  const slides = page.getByRole("region", { name: "Featured" }).getByRole("listitem");
  const shown = () =>
    slides.evaluateAll((list) => list.map((slide) => slide.querySelector("picture") !== null));
  const count = await slides.count();
  expect(count).toBeGreaterThan(3);
  const upTo = (last: number) => Array.from({ length: count }, (_, index) => index <= last);
  await expect.poll(shown).toEqual(upTo(1));
  const engine = /\/hls-engine-[^/]+\.js$/;
  const styles = /\/full-[^/]+\.css$/;
  for (const name of [engine, styles])
    await expect.poll(() => files.some((file) => name.test(file)), String(name)).toBe(true);
  const sheets = () =>
    page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.includes("/full-")).length);
  expect(await sheets()).toBe(0);

  const asked = listen(page);
  const [x, y] = await posterAt(page, series.id);
  const touch = await openTouchInput(page);
  // No frame passes before the finger has moved: on a busy machine the touch would otherwise count as a press on the poster.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
  await touch.down(x, y);
  for (const move of [1, 2, 3, 4, 5, 6]) await touch.to(x, y - move * 12);
  await page.clock.runFor(300);
  await touch.up();
  expect(asked).toEqual([]);
  await page.clock.resume();
  // The same touch without movement presses the poster.
  await page.evaluate(() => scrollTo(0, 0));
  await touch.down(x, y);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect.poll(sheets).toBe(1);
  expect(new URL(page.url()).pathname).toBe("/");
  await touch.cancel();
  await slides.nth(1).evaluate((slide) => slide.scrollIntoView({ inline: "center" }));
  await expect.poll(shown).toEqual(upTo(2));
});

test("R10, R14: a visitor opens home on a phone, taps the featured series, and the first episode plays; a tap on another requests that series and its startup bundle at once, and its video needs no playlist request", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const media: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/media/v/")) media.push(new URL(request.url()).pathname);
  });
  await home(page);
  const heading = page.getByRole("heading", { name: "Featured Videos" });
  await expect(heading).toBeVisible();
  await page
    .getByRole("link", { name: /Watch episode 1/ })
    .first()
    .tap();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  await expect(page).toHaveTitle(new RegExp(series.title));
  await expectPlaying(page);
  expect(await page.evaluate(pictureHeight)).toBeGreaterThan(300);
  expect(media.length).toBeGreaterThan(2);
  for (const path of media)
    expect(path).toMatch(/^\/media\/v\/[a-z0-9]+\.\d+\.[^/]+\/[a-z0-9]+\/[a-z0-9_-]+\.[a-z0-9]+$/);

  await page.goBack();
  await expect(heading).toBeVisible();
  await page.waitForLoadState("networkidle");
  const other = page
    .getByRole("main")
    .locator(`a[href^="/videos/"]:not([href^="/videos/${series.id}"]):visible`)
    .first();
  const address = await other.getAttribute("href");
  const asked = listen(page);
  await other.tap();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expectPlaying(page);
  const begun = asked.slice(0, asked.findIndex((name) => name.endsWith("-00001.m4s")) + 1);
  expect(begun.slice(0, 2).toSorted()).toEqual(["/api/video", "/api/video/episode resume"]);
  expect(begun.filter((name) => name.endsWith("-00000.m4s"))).toHaveLength(1);
  expect(begun.filter((name) => /\.m3u8$|-init\.mp4$/.test(name))).toEqual([]);
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
