import type { Locator, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { playerState, playFeaturedSeries, seekTo, setPageHidden } from "./player-state.ts";

const wide = { width: 1200, height: 800 };

test.describe("on a wide screen", () => {
  test.use({ viewport: wide });

  test("R14: full screen is entered and left by its button, by its key and by the browser itself", async ({
    page,
    origin,
  }) => {
    await playFeaturedSeries(page, origin);
    const enter = page.getByRole("button", { name: "Full screen", exact: true });
    const leave = page.getByRole("button", { name: "Leave full screen" });
    await enter.click();
    await expect(leave).toBeVisible();
    await expect(enter).toBeHidden();
    await expectFull(page, true);
    await leave.click();
    await expect(enter).toBeVisible();
    await expectFull(page, false);
    await page.keyboard.press("f");
    await expect(leave).toBeVisible();
    await expectFull(page, true);
    // The video would cover a sheet, which could not be closed.
    await page.getByRole("button", { name: "Playback settings" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "1.5×" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("f");
    await expect(enter).toBeVisible();
    await expectFull(page, false);
    // Escape is handled by the browser's window, which a headless browser lacks, so the test leaves full screen by script.
    await page.keyboard.press("f");
    await expect(leave).toBeVisible();
    await page.evaluate(() => document.exitFullscreen());
    await expect(enter).toBeVisible();
  });

  test("R14: picture-in-picture plays on while the page is hidden, continues with the next episode, and closes", async ({
    page,
    origin,
  }) => {
    await playFeaturedSeries(page, origin);
    await page.getByRole("button", { name: "Picture-in-picture" }).click();
    await expect(page.getByText("The episode plays in a window of its own.")).toBeVisible();
    expect(await floats(page)).toBe(true);
    await setPageHidden(page, true);
    await expectPlaying(page);
    await seekTo(page, 17.6);
    await expect(page).toHaveURL(/ep=2/, { timeout: timeLimit(20) });
    await expectPlaying(page);
    await expect
      .poll(() => floats(page), { message: "picture-in-picture shows the next episode" })
      .toBe(true);
    await setPageHidden(page, false);
    await expect(page.getByText("The episode plays in a window of its own.")).toBeVisible();
    await page.getByRole("button", { name: "Back to the page" }).first().click();
    await expect(page.getByText("The episode plays in a window of its own.")).toBeHidden();
    await expect(page.getByRole("button", { name: "Picture-in-picture" })).toBeVisible();
    await expectPlaying(page);
    // By the browser's button and by key.
    await page.keyboard.press("i");
    await expect(page.getByText("The episode plays in a window of its own.")).toBeVisible();
    await page.evaluate(() => document.exitPictureInPicture());
    await expect(page.getByText("The episode plays in a window of its own.")).toBeHidden();
    await setPageHidden(page, true);
    await expect.poll(async () => (await playerState(page)).paused).toBe(true);
  });

  test("R14: a control with keyboard focus stays visible during playback, and fades once the focus has left", async ({
    page,
    origin,
  }) => {
    await playFeaturedSeries(page, origin);
    const mute = page.getByRole("button", { name: "Mute" });
    for (let presses = 0; presses < 20 && !(await isFocused(mute)); presses += 1)
      await page.keyboard.press("Tab");
    await expect(mute).toBeFocused();
    const since = (await playerState(page)).time;
    // Three times the delay after which controls fade.
    await expect
      .poll(async () => (await playerState(page)).time, { timeout: timeLimit(30) })
      .toBeGreaterThan(since + 9);
    expect(await isSeen(mute)).toBe(true);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Unmute" })).toBeFocused();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(() => isSeen(page.getByRole("button", { name: "Unmute" }))).toBe(false);
    await page.keyboard.press("Tab");
    await expect.poll(() => isSeen(page.locator(":focus"))).toBe(true);
  });
});

test("R14: a browser without full screen and picture-in-picture is offered neither", async ({
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    for (const name of ["fullscreenEnabled", "pictureInPictureEnabled"])
      Object.defineProperty(document, name, { value: undefined });
  });
  await page.setViewportSize(wide);
  await playFeaturedSeries(page, origin);
  await expect(page.getByRole("button", { name: "Mute" })).toBeVisible();
  await expect(page.getByRole("button", { name: /full screen|picture-in-picture/i })).toHaveCount(0);
  await page.keyboard.press("f");
  await page.keyboard.press("i");
  await expectPlaying(page);
  await expectFull(page, false);
  expect(await floats(page)).toBe(false);
  await page.getByRole("button", { name: "Playback settings" }).click();
  await expect(page.getByRole("dialog").getByText("Autoplay")).toBeVisible();
  await expect(page.getByRole("dialog").getByText(/full screen|picture-in-picture/i)).toHaveCount(0);
});

test("R14: where only a video can be full screen, as on an iPhone, the button does that", async ({
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "fullscreenEnabled", { value: undefined });
    Object.defineProperty(HTMLVideoElement.prototype, "webkitEnterFullscreen", {
      value(this: HTMLVideoElement) {
        this.dataset["enlarged"] = "yes";
      },
    });
  });
  await playFeaturedSeries(page, origin);
  await page.getByRole("button", { name: "Playback settings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Full screen" }).click();
  await expect(page.locator("video[data-enlarged]")).toHaveCount(1);
  await expect(page.locator("video[data-active]")).toHaveAttribute("data-enlarged", "yes");
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("R14: the settings offer full screen and picture-in-picture and say how to leave them", async ({
    page,
    origin,
  }) => {
    await playFeaturedSeries(page, origin);
    const settings = page.getByRole("button", { name: "Playback settings" });
    const way = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
    await settings.click();
    await way("Full screen").click();
    await expectFull(page, true);
    await expect(page.getByRole("dialog")).toBeHidden();
    await settings.click();
    await way("Leave full screen").click();
    await expectFull(page, false);
    await settings.click();
    await way("Picture-in-picture").click();
    await expect.poll(() => floats(page)).toBe(true);
    await settings.click();
    await way("Back to the page").click();
    await expect.poll(() => floats(page)).toBe(false);
  });

  test("R14: a double tap, a long press and a swipe each have an equivalent control", async ({
    page,
    origin,
  }) => {
    await playFeaturedSeries(page, origin, "?t=4");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Playback settings" });
    const choose = (name: string) => menu.getByRole("button", { name, exact: true }).click();
    await press("Pause");
    const { time } = await playerState(page);
    await press("Playback settings");
    await choose("10 seconds forward");
    await expect.poll(async () => (await playerState(page)).time).toBeCloseTo(time + 10, 0);
    await choose("10 seconds back");
    await expect.poll(async () => (await playerState(page)).time).toBeCloseTo(time, 0);
    await choose("Play");
    await expect(menu.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await choose("2×");
    await choose("Next episode");
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/ep=2/);
    await expectPlaying(page);
    expect((await playerState(page)).rate, "the speed is kept").toBe(2);
    await press("Playback settings");
    await choose("Previous episode");
    await expect(page).toHaveURL(/ep=1/);
    // A key or a screen reader activates the picture.
    await expectPlaying(page);
    await page.getByRole("button", { name: "Pause", exact: true }).press("Enter");
    await expect.poll(async () => (await playerState(page)).paused).toBe(true);
    await page.getByRole("button", { name: "Play", exact: true }).press("Space");
    await expect.poll(async () => (await playerState(page)).paused).toBe(false);
  });
});

function expectFull(page: Page, full: boolean): Promise<void> {
  return expect
    .poll(() => page.evaluate(() => document.fullscreenElement !== null), {
      message: "the page fills the screen",
    })
    .toBe(full);
}

/** Returns whether the active video is in picture-in-picture. */
function floats(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const shown = document.pictureInPictureElement;
    return shown !== null && shown === document.querySelector("video[data-active]");
  });
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

function isSeen(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element.checkVisibility({ opacityProperty: true }));
}
