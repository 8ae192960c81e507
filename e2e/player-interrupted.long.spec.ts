import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { fifth, sendDamaged } from "./damaged-segment.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { playerState, playFeaturedSeries, position, seekTo, setPageHidden } from "./player-state.ts";

test("R14: a hidden page pauses the episode, and a visible one resumes it", async ({ page, origin }) => {
  await playFeaturedSeries(page, origin);
  await setPageHidden(page, true);
  await expectStill(page);
  await setPageHidden(page, false);
  await expectPlaying(page);
  await page.keyboard.press("k");
  await expectStill(page);
  await setPageHidden(page, true);
  await setPageHidden(page, false);
  await expectStill(page);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("R14: an episode that is loading when the page is hidden starts only when the page is visible", async ({
  page,
  origin,
}) => {
  let letThrough: () => void = () => undefined;
  const later = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/media\/v\/.*\.m4s$/, async (route) => {
    await later;
    await route.continue();
  });
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}`);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await setPageHidden(page, true);
  letThrough();
  await page.waitForTimeout(4000);
  const unseen = await playerState(page);
  expect(unseen.time, "seconds played on the hidden page").toBeLessThan(0.5);
  expect(unseen.paused).toBe(true);
  await setPageHidden(page, false);
  await expectPlaying(page);
});

test("R14: the next episode does not start automatically on a hidden page", async ({ page, origin }) => {
  await playFeaturedSeries(page, origin);
  await page.evaluate(() => {
    document.querySelector("video[data-active]")?.addEventListener("ended", () => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
  });
  await seekTo(page, 17.6);
  await expect(page).toHaveURL(/ep=2/);
  await page.waitForTimeout(2000);
  expect(await playerState(page)).toMatchObject({ paused: true });
  await setPageHidden(page, false);
  await expectPlaying(page);
  await expect(page).toHaveURL(/ep=2/);
});

test("R14: the system's media buttons play on a hidden page", async ({ page, origin }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    Object.assign(window, { handlers });
    const { setActionHandler } = MediaSession.prototype;
    MediaSession.prototype.setActionHandler = function (name, act) {
      handlers[name] = act;
      setActionHandler.call(this, name, act);
    };
  });
  const press = (name: "play" | "nexttrack") =>
    page.evaluate(
      (action) => (window as unknown as { handlers: Record<string, () => void> }).handlers[action]?.(),
      name,
    );
  await playFeaturedSeries(page, origin);
  await setPageHidden(page, true);
  await expectStill(page);
  await press("play");
  await expectPlaying(page);
  await press("nexttrack");
  await expect(page).toHaveURL(/ep=2/);
  await expectPlaying(page);
  await setPageHidden(page, false);
  await expectPlaying(page);
});

test("R14: an episode that a phone call paused shows its button and resumes at the same position", async ({
  page,
  origin,
}) => {
  await playFeaturedSeries(page, origin);
  // The system takes the audio focus without asking the page.
  await page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.pause());
  const { time } = await playerState(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  expect(await expectPlaying(page)).toBeLessThan(time + 5);
});

test("R14: a segment that stays damaged shows an error, and a retry resumes there once it is intact", async ({
  page,
  origin,
}) => {
  let good = false;
  let asked = 0;
  await page.route(fifth, async (route) => {
    asked += 1;
    await (good ? route.continue() : sendDamaged(route));
  });
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?t=3`);
  await expect(page.getByRole("heading", { name: "This episode stopped" })).toBeVisible({
    timeout: timeLimit(40),
  });
  await expect(page.getByText("The picture could not be decoded on this device.")).toBeVisible();
  expect(asked, "once, and once more").toBeGreaterThan(1);
  await page.waitForTimeout(3000);
  expect(asked, "but not repeatedly").toBeLessThan(6);
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.click();
  await expect(page.getByRole("heading", { name: failure })).toBeHidden();
  await expect(page.getByRole("heading", { name: failure })).toBeVisible({ timeout: timeLimit(40) });
  good = true;
  // During the animation Playwright's click would scroll the feed to reach the button.
  await page.waitForTimeout(1000);
  await retry.click();
  await expect(page.getByRole("heading", { name: failure })).toBeHidden();
  await expect.poll(async () => (await playerState(page)).time).toBeGreaterThan(2.5);
  await expect
    .poll(async () => (await playerState(page)).time, { timeout: timeLimit(40) })
    .toBeGreaterThan(11);
});

test("R14: a response that is not media, as from a captive portal, is retried and leaves no gap", async ({
  page,
  origin,
}) => {
  let signedIn = false;
  await page.route(fifth, async (route) => {
    const body = "<!doctype html><title>Sign in to this network</title>";
    await (signedIn ? route.continue() : route.fulfill({ contentType: "text/html", body }));
  });
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?t=4`);
  await expect.poll(() => position(page), { timeout: timeLimit(15) }).toBeGreaterThan(5.5);
  await page.waitForTimeout(5000);
  expect(await position(page), "it waits for the missing data").toBeLessThan(6.1);
  signedIn = true;
  await expect
    .poll(async () => (await playerState(page)).time, { timeout: timeLimit(40) })
    .toBeGreaterThan(9);
  expect(await secondsPlayed(page, 5, 9), "of the four seconds from 5 to 9").toBeGreaterThan(3.9);
});

const failure = /^This episode (?:stopped|did not start)$/;

/** Returns how many seconds of a span of the episode were played. */
function secondsPlayed(page: Page, from: number, to: number): Promise<number> {
  return page.evaluate(
    ([start, end]) => {
      const played = document.querySelector<HTMLVideoElement>("video[data-active]")?.played;
      return Array.from({ length: played?.length ?? 0 }, (_, range) =>
        Math.max(0, Math.min(played?.end(range) ?? 0, end) - Math.max(played?.start(range) ?? 0, start)),
      ).reduce((sum, seconds) => sum + seconds, 0);
    },
    [from, to] as const,
  );
}

async function expectStill(page: Page): Promise<void> {
  await expect.poll(async () => (await playerState(page)).paused).toBe(true);
  const { time } = await playerState(page);
  await page.waitForTimeout(800);
  expect((await playerState(page)).time).toBe(time);
}
