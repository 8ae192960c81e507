import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { feedTop, mediaElements, openTouchInput } from "./feed.ts";
import { expect, expectPlaying, featuredSeries } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { length, test } from "./long-series-app.ts";
import { seekTo } from "./player-state.ts";

test("R14: late events of the previous swipe do not revert a new one", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  const touch = await openTouchInput(page);
  await touch.down(195, 640);
  for (let move = 1; move <= 9; move += 1) {
    await touch.to(195, 640 - move * 55);
    if (move === 3)
      await page.evaluate(() => {
        const first = document.querySelector("[data-index='0']");
        const late = Object.assign(new Event("scrollsnapchanging"), { snapTargetBlock: first });
        first?.parentElement?.dispatchEvent(late);
      });
    await page.waitForTimeout(16);
  }
  await touch.up();
  await expect(page).toHaveURL(/ep=2/);
  await page.waitForTimeout(1000);
  await expect(page).toHaveURL(/ep=2/);
  await expectPlaying(page);
});

test("R14: after four automatic episodes in a row the player asks whether the viewer is still watching", async ({
  page,
  longSeries,
}) => {
  await page.goto(`/videos/${longSeries}`);
  for (let number = 2; number <= 5; number += 1) {
    await expectPlaying(page);
    await seekTo(page, 17.8);
    await expect(page).toHaveURL(new RegExp(`ep=${number}$`));
  }
  await expectPlaying(page);
  await seekTo(page, 17.8);
  const question = page.getByRole("region", { name: "Still watching?" });
  await expect(question).toBeInViewport();
  await expect(question.getByRole("button", { name: "Continue watching" })).toBeFocused();
  await expect(page).toHaveURL(/ep=5$/);
  expect((await mediaElements(page)).every(({ paused }) => paused)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ep=6$/);
  await expectPlaying(page);
  await expect(question).toBeHidden();
  await seekTo(page, 17.8);
  await expect(page, "the count starts again").toHaveURL(/ep=7$/);
});

test("R14: forty episodes in a row take no more memory than three", async ({ page, longSeries }) => {
  test.setTimeout(timeLimit(150));
  await page.goto(`/videos/${longSeries}`);
  await expectPlaying(page);
  const room: { nodes: number; pictures: number; videos: number; ready: number }[] = [];
  for (let number = 2; number <= length; number += 1) {
    await page.keyboard.press("Shift+N");
    await expect(page).toHaveURL(new RegExp(`ep=${number}$`));
    // The end of the feed also shows recommendations.
    if (number % 9 === 4 && number < length - 2) {
      await expectPlaying(page);
      room.push(await measure(page));
    }
  }
  const [first] = room;
  const last = room.at(-1);
  expect(room).toHaveLength(4);
  for (const { videos } of room) expect(videos).toBe(3);
  expect(last?.nodes).toBeLessThan((first?.nodes ?? 0) * 1.15);
  expect(last?.pictures).toBeLessThanOrEqual((first?.pictures ?? 0) + 2);
  expect(Math.max(...room.map(({ ready }) => ready)), "buffered seconds in all of them").toBeLessThan(60);
});

test("R14: with reduced motion the next episode appears without animation", async ({ page, origin }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  await page.getByRole("button", { name: /^Next · Episode 2/ }).click();
  await expect(page).toHaveURL(/ep=2/);
  expect([0, await page.evaluate(() => window.innerHeight)]).toContain(await feedTop(page));
  await expectPlaying(page);
});

test("R14: a deep link into the middle opens there at once, and nothing shifts", async ({
  page,
  longSeries,
}) => {
  await recordLayoutShifts(page);
  await page.goto(`/videos/${longSeries}?ep=25`);
  await expectPlaying(page);
  await expect(page.getByText(`Episode 25 of ${length}`)).toBeInViewport();
  expect(await layoutShiftsOf(page)).toBeLessThan(0.02);
});

async function measure(page: Page) {
  const facts = await page.evaluate(() => ({
    nodes: document.querySelectorAll("*").length,
    pictures: document.querySelectorAll("[data-index] img").length,
    videos: document.querySelectorAll("video").length,
  }));
  return { ...facts, ready: (await mediaElements(page)).reduce((sum, { ready }) => sum + ready, 0) };
}
