import type { Page } from "@playwright/test";
import { testWithAutoplay } from "./autoplay.ts";
import { swipe } from "./feed.ts";
import { expect, expectPlaying, featuredSeries } from "./journey.ts";
import { playerState, setPageHidden } from "./player-state.ts";
import { enterSilently, expectSoundToStay } from "./sound.ts";

// The default of desktop browsers: before the first input a page may play only without sound.
const test = testWithAutoplay("document-user-activation-required");

test("R14: if autoplay with sound is blocked the episode starts muted, and one tap turns sound on permanently", async ({
  page,
  origin,
}) => {
  await enterSilently(page, origin);
  const chip = page.getByRole("button", { name: "Tap to unmute" });
  await expect(page.getByRole("button", { name: "Unmute", exact: true })).toBeVisible();
  expect((await playerState(page)).muted).toBe(true);
  await chip.tap();
  await expect(chip).toBeHidden();
  await expectSound(page);
  await swipe(page, "up");
  await expect(page).toHaveURL(/ep=2/);
  await expectSound(page);
  await expect(chip).toBeHidden();
});

test("R14: the first tap on the picture turns the sound on without a pause, and the next one pauses", async ({
  page,
  origin,
}) => {
  await enterSilently(page, origin);
  await page.touchscreen.tap(350, 330);
  await expectSound(page);
  await page.touchscreen.tap(195, 330);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await playerState(page)).toMatchObject({ paused: true, muted: false });
});

test("R14: sound turned on by a tap on the picture stays on for every way to another episode", async ({
  page,
  origin,
}) => {
  await expectSoundToStay(page, origin);
});

test("R14: sound that the viewer turned off stays off in the next episode and the next visit, without a question", async ({
  page,
  origin,
}) => {
  const id = await enterSilently(page, origin);
  await page.getByRole("button", { name: "Tap to unmute" }).tap();
  await expectSound(page);
  await page.getByRole("button", { name: "Mute", exact: true }).tap();
  await swipe(page, "up");
  await expect(page).toHaveURL(/ep=2/);
  await expectPlaying(page);
  expect((await playerState(page)).muted).toBe(true);
  await expect(page.getByText("Tap to unmute")).toBeHidden();
  await page.goto(`/videos/${id}?ep=3`);
  await expectPlaying(page);
  expect((await playerState(page)).muted).toBe(true);
  await expect(page.getByText("Tap to unmute")).toBeHidden();
  await page.getByRole("button", { name: "Unmute" }).tap();
  await expectSound(page);
});

test("R14: if autoplay is blocked the episode waits with its button, and one tap plays it", async ({
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    let touched = false;
    addEventListener("pointerdown", () => (touched = true), true);
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (touched) return play.call(this);
      asked.push(this.muted ? "silently" : "with sound");
      return Promise.reject(new DOMException("Not before a tap.", "NotAllowedError"));
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}`);
  await expect.poll(asked).toEqual(["with sound", "silently"]);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeVisible();
  // Longer than controls stay visible during playback.
  await page.waitForTimeout(4000);
  await expect(play).toBeVisible();
  expect(await play.evaluate((element) => element.checkVisibility({ opacityProperty: true }))).toBe(true);
  await expect(page.getByText("Loading..."), "nothing is loading").toBeHidden();
  expect(await asked(), "it does not ask repeatedly").toHaveLength(2);
  expect(await playerState(page)).toMatchObject({ time: 0, paused: true });
  await page.touchscreen.tap(195, 330);
  await expectPlaying(page);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  expect(await playerState(page), "the tap also allows sound").toMatchObject({ muted: false });
});

test("R14: a muted episode keeps the screen awake while it plays, and only then", async ({
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    const locks = { asked: 0, held: 0 };
    Object.assign(window, { locks });
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = async function (type) {
      locks.asked += 1;
      const lock = await request.call(this, type);
      locks.held += 1;
      lock.addEventListener("release", () => (locks.held -= 1));
      return lock;
    };
  });
  const locks = () =>
    page.evaluate(() => (window as unknown as { locks: { asked: number; held: number } }).locks);
  await page
    .context()
    .grantPermissions(["screen-wake-lock"])
    .catch(() => undefined);
  await enterSilently(page, origin);
  await expect.poll(async () => (await locks()).held).toBe(1);
  // By key, because the first tap on the picture turns the sound on instead of pausing.
  await page.keyboard.press("k");
  await expect.poll(async () => (await locks()).held).toBe(0);
  await page.keyboard.press("k");
  await expect.poll(async () => (await locks()).held).toBe(1);
  await page.getByRole("button", { name: "Tap to unmute" }).tap();
  await expect
    .poll(async () => (await locks()).held, {
      message: "the browser keeps the screen awake during audible playback",
    })
    .toBe(0);
  const { asked } = await locks();
  await page.getByRole("button", { name: "Pause", exact: true }).tap();
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await expectPlaying(page);
  expect((await locks()).asked).toBe(asked);
  await page.getByRole("button", { name: "Mute", exact: true }).tap();
  await expect.poll(async () => (await locks()).held).toBe(1);
  await setPageHidden(page, true);
  await expect.poll(async () => (await locks()).held).toBe(0);
  await setPageHidden(page, false);
  await expect.poll(async () => (await locks()).held).toBe(1);
});

async function expectSound(page: Page): Promise<void> {
  await expectPlaying(page);
  expect(await playerState(page)).toMatchObject({ muted: false, paused: false });
  await expect(page.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
}
