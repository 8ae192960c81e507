import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { accessibilityFaults } from "./axe.ts";
import { fifth, sendDamaged } from "./damaged-segment.ts";
import { openTouchInput } from "./feed.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { pictureHeight, playFeaturedSeries, position, seekTo } from "./player-state.ts";

test.use({ hasTouch: true, isMobile: true });

test("R14: a tap pauses and plays, a double tap at a side skips ten seconds, a long press doubles the speed; dragging the progress bar shows preview pictures, and releasing it seeks", async ({
  page,
  origin,
}) => {
  await playFeaturedSeries(page, origin, "?t=2");
  const touch = await openTouchInput(page);
  const tap = (x: number) => touch.tap(x, 300);
  // Sent together: on a busy machine they would otherwise become two single taps.
  const doubleTap = (x: number) => Promise.all([tap(x), tap(x)]);
  await tap(195);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const still = await position(page);
  await doubleTap(350);
  await expect(page.getByText("+10")).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(still + 9);
  await doubleTap(30);
  await expect.poll(() => position(page)).toBeLessThan(still + 2);
  await tap(195);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await touch.down(195, 300);
  await expect(page.getByText("2× speed")).toBeVisible();
  expect(await rate(page)).toBe(2);
  await touch.up();
  await expect(page.getByText("2× speed")).toBeHidden();
  expect(await rate(page)).toBe(1);

  await seekTo(page, 1);
  const sprite = page.waitForResponse(/storyboard\.jpg/);
  const bar = await page.getByRole("slider", { name: "Position" }).boundingBox();
  if (!bar) throw new Error("No bar.");
  const y = bar.y + bar.height / 2;
  await page.mouse.move(bar.x + 40, y);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width / 2, y, { steps: 6 });
  expect((await sprite).status()).toBe(200);
  await expect(page.getByText("0:09").first()).toBeVisible();
  expect(await position(page), "nothing jumps before that").toBeLessThan(6);
  await page.mouse.up();
  await expect.poll(() => position(page)).toBeGreaterThan(8.5);
});

test("R14: every usual key of a player works; the player, its settings and its list have no accessibility fault, and focused controls stay visible", async ({
  page,
  origin,
}) => {
  await playFeaturedSeries(page, origin);
  const press = (key: string) => page.keyboard.press(key);
  await press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await press("5");
  await expect.poll(() => position(page)).toBeCloseTo(9.1, 0);
  await press("ArrowRight");
  await expect.poll(() => position(page)).toBeCloseTo(14.1, 0);
  await press("j");
  await expect.poll(() => position(page)).toBeCloseTo(4.1, 0);
  await press("Home");
  await expect.poll(() => position(page)).toBe(0);
  await press("m");
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await press("m");
  await press(">");
  expect(await rate(page)).toBe(1.25);
  await expect(page.getByRole("status").filter({ hasText: "Speed 1.25×" })).toBeAttached();
  await press("<");
  await press("c");
  await expect(page.getByRole("button", { name: "Turn captions on" })).toBeVisible();
  await press("c");
  await press("ArrowDown");
  await expect(page).toHaveURL(/ep=2/);
  await press("ArrowUp");
  await expect(page).toHaveURL(/ep=1/);
  await press("Shift+N");
  await press("Shift+N");
  await expect(page).toHaveURL(/ep=3/);
  await press("Shift+P");
  await expect(page).toHaveURL(/ep=2/);
  await press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await press("n");
  await press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/ep=2/);

  await expectPlaying(page);
  await press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expectAccessible(page);
  for (const name of ["Playback settings", "Episodes"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await press("k");
  await press("Tab");
  await page.waitForTimeout(4000);
  const focused = page.locator(":focus");
  await expect(focused).toBeVisible();
  expect(await focused.evaluate((element) => element.checkVisibility({ opacityProperty: true }))).toBe(true);
});

test("R14: quality, speed and caption style are chosen in one place, and the style is saved", async ({
  page,
  origin,
}) => {
  const id = await playFeaturedSeries(page, origin);
  await page.getByRole("button", { name: "Playback settings" }).click();
  const sheet = page.getByRole("dialog", { name: "Playback settings" });
  await sheet.getByRole("button", { name: "270p", exact: true }).click();
  await sheet.getByRole("button", { name: "1.5×" }).click();
  await sheet.getByRole("button", { name: "Large" }).click();
  await sheet.getByRole("button", { name: "Black" }).click();
  expect(await rate(page)).toBe(1.5);
  await expect.poll(() => page.evaluate(pictureHeight), { timeout: timeLimit(30) }).toBe(480);
  await page.keyboard.press("Escape");
  await page.goto(`/videos/${id}?ep=1&t=1`);
  await expectPlaying(page);
  // A slow machine would look for the caption after its three seconds.
  await page.keyboard.press("k");
  await seekTo(page, 2);
  const caption = page.getByText("my father drowned").locator("..");
  await expect(caption).toHaveCSS("background-color", "rgb(0, 0, 0)");
  await expect(caption).toHaveCSS("font-size", "31px");
});

test("R14: without autoplay an episode ends with a question, and the next one starts on request", async ({
  page,
  origin,
}) => {
  const id = await playFeaturedSeries(page, origin);
  await page.getByRole("button", { name: "Playback settings" }).click();
  await page.getByRole("switch", { name: "Autoplay" }).click();
  await page.keyboard.press("Escape");
  await page.goto(`/videos/${id}?ep=1&t=16.5`);
  const now = page.getByRole("button", { name: "Play now" });
  await expect(now).toBeFocused({ timeout: timeLimit(20) });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Watch again" }).click();
  await expectPlaying(page);
  await expect(now).toBeHidden();
  await page.keyboard.press("End");
  await expect(now).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(now).toBeHidden();
  await expect(page).toHaveURL(/ep=1/);
  await page.keyboard.press("k");
  await expectPlaying(page);
  await page.keyboard.press("End");
  // A click during the animation from below would scroll the feed.
  await expect(now).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ep=2/);
  await expectPlaying(page);
  const settings = page.getByRole("button", { name: "Playback settings" });
  // So would a click before the feed has come to rest: back to the episode before.
  await expect(settings).toBeInViewport({ ratio: 1 });
  await settings.click();
  await page.getByRole("dialog").getByRole("button", { name: "Previous episode" }).click();
  await expect(page).toHaveURL(/ep=1/);
});

test("R14: the system's media controls show the episode and its position, and between free episodes the next one follows without a message", async ({
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    Object.assign(window, { handlers });
    const session = navigator.mediaSession;
    const set = session.setActionHandler.bind(session);
    session.setActionHandler = (name, act) => {
      handlers[name] = act;
      set(name, act);
    };
    const place = session.setPositionState.bind(session);
    session.setPositionState = (state) => {
      handlers["place"] = state;
      place(state);
    };
  });
  await playFeaturedSeries(page, origin);
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toMatch(/· Episode 1$/);
  await expect
    .poll(() =>
      page.evaluate(() => (window as unknown as { handlers: { place?: MediaPositionState } }).handlers.place),
    )
    .toMatchObject({ duration: expect.closeTo(18.3, 0), playbackRate: 1 });
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll("section h2")) said.push(heading.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await seekTo(page, 16.8);
  await expect(page).toHaveURL(/ep=2/, { timeout: timeLimit(20) });
  await expectPlaying(page);
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toMatch(/Episode 2$/);
  await page.evaluate(() => (window as unknown as { handlers: { nexttrack(): void } }).handlers.nexttrack());
  await expect(page).toHaveURL(/ep=3/);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toMatch(/Episode 3$/);
  await page.evaluate(() => (window as unknown as { handlers: { pause(): void } }).handlers.pause());
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("R14: a segment that cannot be decoded is requested once more, without a message, and the episode plays on", async ({
  page,
  origin,
}) => {
  let asked = 0;
  await page.route(fifth, async (route) => {
    asked += 1;
    await (asked === 1 ? sendDamaged(route) : route.continue());
  });
  await playFeaturedSeries(page, origin, "?t=4");
  await page.evaluate(noteWords, ["This episode stopped", "This episode did not start"]);
  await expect.poll(() => position(page), { timeout: timeLimit(40) }).toBeGreaterThan(11);
  expect(asked).toBeGreaterThan(1);
  await expectPlaying(page);
  expect(await page.evaluate(() => document.documentElement.dataset["told"])).toBeUndefined();
});

async function expectAccessible(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
    )
    .toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
}

function noteWords(words: string[]): void {
  new MutationObserver(() => {
    if (words.some((each) => document.body.innerText.includes(each)))
      document.documentElement.dataset["told"] = "yes";
  }).observe(document.body, { subtree: true, childList: true });
}

function rate(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector<HTMLVideoElement>("video[data-active]")?.playbackRate ?? 0,
  );
}
