import { timeLimit } from "../tools/time-limit.ts";
import { clickWhenStill, expect, expectPlaying, featuredSeries, test } from "./journey.ts";

test("R10, R14: a visitor opens home on a phone, taps the featured series, and the first episode plays", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const media: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/media/v/")) media.push(new URL(request.url()).pathname);
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Featured Videos" })).toBeVisible();
  await page
    .getByRole("link", { name: /Watch episode 1/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  await expect(page).toHaveTitle(new RegExp(series.title));
  await expectPlaying(page);
  const size = await page.evaluate(
    () => document.querySelector<HTMLVideoElement>("video[data-active]")?.videoHeight ?? 0,
  );
  expect(size).toBeGreaterThan(300);
  expect(media.length).toBeGreaterThan(2);
  for (const path of media)
    expect(path).toMatch(/^\/media\/v\/[a-z0-9]+\.\d+\.[^/]+\/[a-z0-9]+\/[a-z0-9_-]+\.[a-z0-9]+$/);
});

test("R47: a locked episode is shown as locked with a way on, and none of its bytes is requested", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const locked = series.freeEpisodeCount + 1;
  const media: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/media/v/")) media.push(request.url());
  });
  await page.goto(`/videos/${series.id}?ep=${locked}`);
  await expect(page.getByText(`Episode ${locked} is still locked`)).toBeVisible();
  // The paywall covers it until it is closed.
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(media).toEqual([]);
  await clickWhenStill(page.getByRole("button", { name: /Watch episode \d+ again/ }));
  await expectPlaying(page);
});

test("R47: a grant that expires during an episode is renewed without a message", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  const grants = new Set<string>();
  let held = true;
  await page.route(/v\d+-0000[6-9]\.m4s$/, async (route) => {
    if (held) return route.abort("connectionreset");
    grants.add(new URL(route.request().url()).pathname.split("/")[3] ?? "");
    return route.continue();
  });
  await page.clock.install();
  await page.goto(`/videos/${series.id}`);
  const first = new URL(
    (await page.waitForRequest((request) => request.url().includes("/media/v/"))).url(),
  ).pathname.split("/")[3];
  await expectPlaying(page);
  const renewed = page.waitForRequest((request) => /\/api\/video\/episode\?(.*&)?id=/.test(request.url()));
  await page.clock.fastForward("09:45");
  held = false;
  await renewed;
  const position = () =>
    page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.currentTime ?? 0);
  await expect.poll(position, { timeout: timeLimit(30) }).toBeGreaterThan(12);
  expect(grants.size).toBe(1);
  expect(grants).not.toContain(first);
});

test("R1: the server renders the first view, with its series, before any script runs", async ({
  browser,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const plain = await context.newPage();
  await plain.goto(`${origin}/`);
  await expect(plain.locator("#app")).toContainText(series.title);
  await plain.goto(`${origin}/videos/${series.id}`);
  await expect(plain.locator("#app")).toContainText(series.title);
  await context.close();
});

test("R29: a path that does not exist answers 404 with a page that leads home", { tag: "@quick" }, async ({
  page,
  origin,
}) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  expect((await page.goto("/videos/nothing"))?.status()).toBe(404);
});
