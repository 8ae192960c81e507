import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { feedTop, mediaElements, nextIsReady, openTouchInput, swipe } from "./feed.ts";
import { clickWhenStill, expect, expectPlaying, featuredSeries } from "./journey.ts";
import { length, test } from "./long-series-app.ts";

test("R14: a swipe leads to the next episode, from buffered data without a wait and without a black frame, and back; the address follows; a short swipe, which the picture follows, snaps back", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  await nextIsReady(page);
  const unwatched = (await mediaElements(page)).filter(({ active }) => !active).map(({ ready }) => ready);
  expect(Math.max(...unwatched), "one or two segments of it").toBeLessThan(4.1);
  await page.evaluate(watchFrames);
  await swipe(page, "up");
  await expect(page).toHaveURL(/ep=2/);
  await expect(page.getByText("Episode 2 of 8")).toBeInViewport();
  await expectPlaying(page);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(seen.frames).toBeGreaterThan(5);
  expect(seen.bare, "frames in which a section had neither its still nor a video frame").toBe(0);
  expect(seen.beforeItMoved, "how it was told that data is missing").toEqual([]);
  expect((await mediaElements(page)).filter(({ paused }) => !paused)).toHaveLength(1);
  const entries = await page.evaluate(() => history.length);
  await swipe(page, "down");
  await expect(page).toHaveURL(/ep=1/);
  await expectPlaying(page);
  expect(await page.evaluate(() => history.length), "Back does not lead through the episodes").toBe(entries);

  // A touch during the animation would continue from there.
  await expect.poll(() => feedTop(page)).toBe(0);
  const touch = await openTouchInput(page);
  await touch.down(195, 500);
  for (let y = 490; y >= 400; y -= 10) await touch.to(195, y);
  await expect.poll(() => feedTop(page)).toBeGreaterThan(40);
  expect(await feedTop(page)).toBeLessThan(160);
  await page.waitForTimeout(300);
  await touch.up();
  await expect.poll(() => feedTop(page)).toBe(0);
  await expect(page).toHaveURL(/ep=1/);
  await expectPlaying(page);
});

test("R14: when episodes change places, the one on the screen plays on in sight, under its new number", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  let changed = false;
  await page.route(/\/api\/video\/episode\?seriesId=/, async (route) => {
    if (!changed) return route.continue();
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { list: { number: number }[] } };
    const [first, second, ...others] = body.data.list;
    const list = [{ ...second, number: 1 }, { ...first, number: 2 }, ...others];
    return route.fulfill({ response: answer, json: { ...body, data: { ...body.data, list } } });
  });
  await page.clock.install();
  await page.goto(`/videos/${series.id}?ep=1&t=5`);
  const before = await expectPlaying(page);
  changed = true;
  await expect(async () => {
    // Now the list is old enough to be fetched again, unless progress that has just been reported made it new.
    await page.clock.fastForward("00:10");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(page).toHaveURL(/ep=2/, { timeout: timeLimit(2) });
  }).toPass({ timeout: timeLimit(15) });
  await expect(page.getByText("Episode 2 of 8")).toBeInViewport();
  await expectPlaying(page);
  const [playing] = (await mediaElements(page)).filter(({ paused }) => !paused);
  expect(playing).toMatchObject({ active: true });
  expect(playing?.time).toBeGreaterThan(before);
  await expect(page.locator("video[data-active]")).toBeInViewport();
  await expect(page.locator("video[data-active]")).toHaveCSS("opacity", "1");
});

test("R47: a locked episode, opened by its address or by a swipe, shows its paywall, requests none of its bytes, and leads back", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const free = series.freeEpisodeCount;
  // A grant names its episode, and every byte is asked for under a grant.
  const locked = await episodeId(origin, series.id, free + 1);
  const media: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/media/v/")) media.push(request.url());
  });
  await page.goto(`/videos/${series.id}?ep=${free + 1}`);
  const lock = page.getByText(`Episode ${free + 1} is still locked`);
  await expect(lock).toBeVisible();
  // The paywall covers it until it is closed.
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(media).toEqual([]);
  await clickWhenStill(page.getByRole("button", { name: /Watch episode \d+ again/ }));
  await expect(page).toHaveURL(new RegExp(`ep=${free}$`));
  await expectPlaying(page);

  await swipe(page, "up");
  await expect(page).toHaveURL(new RegExp(`ep=${free + 1}$`));
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(media.filter((url) => url.includes(locked))).toEqual([]);
  expect((await mediaElements(page)).every(({ paused }) => paused)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(lock).toBeInViewport();
  await swipe(page, "down");
  await expect(page).toHaveURL(new RegExp(`ep=${free}$`));
  await expectPlaying(page);
});

test("R14: after the last episode come recommendations without finished series, and the way back, or a message if none is left", async ({
  page,
  origin,
  longSeries,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/homepage/query")) calls.push(request.url());
  });
  const seriesEnd = page.getByRole("region", { name: "You have seen it all" });
  const watch = seriesEnd.getByRole("link", { name: "Watch", exact: true });
  const end = async () => {
    await page.goto(`/videos/${longSeries}?ep=${length}&t=17`);
    await expect(page.getByRole("heading", { name: "You have seen it all" })).toBeInViewport();
  };
  await end();
  await expect(watch).toBeInViewport();
  expect(calls).toHaveLength(1);
  const first = String(await watch.getAttribute("href"));
  // A touch during the animation would continue from there.
  await expect.poll(() => feedTop(page)).toBe(length * 844);
  await swipe(page, "down");
  await expect(page.getByText(`Episode ${length} of ${length}`)).toBeInViewport();
  await expect.poll(() => feedTop(page)).toBe((length - 1) * 844);
  await swipe(page, "up");
  await watch.click();
  await expect(page).toHaveURL(new RegExp(`${first}$`));
  await expectPlaying(page);

  await finish(page, [first.replace("/videos/", "")]);
  await end();
  await expect(watch).not.toHaveAttribute("href", first);
  await expect(seriesEnd.locator(`a[href="${first}"]`)).toHaveCount(0);
  const answer = await fetch(`${origin}/api/homepage/query?tag=all&pageSize=100`);
  const { data } = (await answer.json()) as { data: { list: { id: string }[] } };
  await finish(
    page,
    data.list.map(({ id }) => id),
  );
  await end();
  await expect(seriesEnd.getByText("There is nothing new here for you")).toBeInViewport();
  await seriesEnd.getByRole("link", { name: "Other series" }).click();
  await expect(page).toHaveURL(`${origin}/`);
});

/** Reports the last episode of each series as watched to the end, as the player does. */
function finish(page: Page, seriesIds: string[]): Promise<void> {
  return page.evaluate(async (ids) => {
    for (const id of ids) {
      const episodes = await fetch(`/api/video/episode?seriesId=${id}`);
      const { data } = (await episodes.json()) as { data: { list: { id: string; duration: number }[] } };
      const last = data.list.at(-1);
      await fetch("/api/user/history", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ episodeId: last?.id, position: last?.duration, done: true }),
      });
    }
  }, seriesIds);
}

async function episodeId(origin: string, seriesId: string, number: number): Promise<string> {
  const answer = await fetch(`${origin}/api/video/episode?seriesId=${seriesId}`);
  const { data } = (await answer.json()) as { data: { list: { id: string; number: number }[] } };
  const found = data.list.find((episode) => episode.number === number);
  if (!found) throw new Error(`There is no episode ${number}.`);
  return found.id;
}

interface Seen {
  frames: number;
  bare: number;
  /** Events of waiting for data before another video element than at first was playing. */
  beforeItMoved: string[];
}

/** Checks on every frame of a swipe that each visible section has its still, or a video with a frame over it. */
function watchFrames(): void {
  const seen: Seen = { frames: 0, bare: 0, beforeItMoved: [] };
  (window as unknown as { seen: Seen }).seen = seen;
  let hasMoved = false;
  for (const video of document.querySelectorAll<HTMLVideoElement>("video:not([data-active])")) {
    video.addEventListener("playing", () => {
      hasMoved = true;
    });
    for (const lack of ["waiting", "emptied", "stalled"])
      video.addEventListener(lack, () => {
        // The one for the episode after the next loads meanwhile.
        if (!hasMoved && video.dataset["active"] !== undefined) seen.beforeItMoved.push(lack);
      });
  }
  function inspect(): void {
    seen.frames += 1;
    for (const section of document.querySelectorAll<HTMLElement>("[data-index]")) {
      const { top, bottom } = section.getBoundingClientRect();
      if (bottom <= 1 || top >= innerHeight - 1) continue;
      const stills = [...section.querySelectorAll("img")].some((img) => {
        return getComputedStyle(img).visibility === "visible" && img.complete && img.naturalWidth > 0;
      });
      const hasFrame = [...document.querySelectorAll("video")].some((video) => {
        const at = video.getBoundingClientRect().top;
        return Math.abs(at - top) < 2 && getComputedStyle(video).opacity === "1" && video.readyState >= 2;
      });
      if (!stills && !hasFrame) seen.bare += 1;
    }
    requestAnimationFrame(inspect);
  }
  requestAnimationFrame(inspect);
}
