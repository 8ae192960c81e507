import type { CDPSession, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { swipe } from "./feed.ts";
import { expect, featuredSeries } from "./journey.ts";

/** The player's sound, read without an input on the page. */
interface SoundState {
  episode: number;
  muted: boolean;
  moving: boolean;
  /** Whether the player offers to turn the sound on. */
  offered: boolean;
  /** Whether the browser has counted a user activation. */
  touched: boolean;
}

/**
 * Opens the first featured series and waits until its episode plays muted. It reads the page through CDP, because Playwright's
 * `evaluate` counts as a user activation. Returns the id of the series.
 */
export async function enterSilently(page: Page, origin: string): Promise<string> {
  const { id } = await featuredSeries(origin);
  const onlooker = await page.context().newCDPSession(page);
  await page.goto(`/videos/${id}`);
  await expectSoundState(onlooker, { episode: 1, muted: true, moving: true, offered: true, touched: false });
  return id;
}

/** Turns the sound on by one tap on the picture, and checks it after every way from episode to episode. */
export async function expectSoundToStay(page: Page, origin: string): Promise<void> {
  await enterSilently(page, origin);
  const onlooker = await page.context().newCDPSession(page);
  const sound = (episode: number) =>
    expectSoundState(onlooker, { episode, muted: false, moving: true, offered: false });
  await page.touchscreen.tap(195, 330);
  await sound(1);
  // An input allows sound for five seconds; the episode's end comes later than that.
  await run(onlooker, "video.currentTime = video.duration - 6.5");
  await sound(2);
  await page.mouse.move(195, 420);
  await page.mouse.wheel(0, 700);
  await sound(3);
  await swipe(page, "down");
  await sound(2);
  await page.keyboard.press("p");
  await sound(1);
  // The key shows the buttons, which fade during playback.
  await page.keyboard.press("c");
  await tapOn(page, onlooker, "Episodes");
  await tapOn(page, onlooker, "Episode 3");
  await sound(3);
}

async function expectSoundState(onlooker: CDPSession, wanted: Partial<SoundState>): Promise<void> {
  const expression = `(() => {
    const video = document.querySelector("video[data-active]");
    return {
      episode: Number(new URLSearchParams(location.search).get("ep") ?? 1),
      muted: video?.muted,
      moving: Boolean(video && !video.paused && video.readyState > 2 && video.currentTime > 0.4),
      offered: document.body.innerText.includes("Tap to unmute"),
      touched: navigator.userActivation.hasBeenActive,
    };
  })()`;
  await expect
    .poll(
      async () => (await onlooker.send("Runtime.evaluate", { expression, returnByValue: true })).result.value,
      { timeout: timeLimit(20) },
    )
    .toMatchObject(wanted);
}

async function run(onlooker: CDPSession, statement: string): Promise<unknown> {
  const expression = `(() => { const video = document.querySelector("video[data-active]"); ${statement} })()`;
  return (await onlooker.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
}

/** Taps a button by the start of its name, once it has stopped moving. */
async function tapOn(page: Page, onlooker: CDPSession, name: string): Promise<void> {
  const find = `
    const named = [...document.querySelectorAll("button")].filter((button) => {
      const text = button.getAttribute("aria-label") ?? button.textContent ?? "";
      return text === ${JSON.stringify(name)} || text.startsWith(${JSON.stringify(`${name},`)});
    });
    const box = named.find((button) => button.checkVisibility())?.getBoundingClientRect();
    return box && box.bottom < innerHeight ? [box.x + box.width / 2, box.y + box.height / 2] : null;`;
  let at: number[] = [];
  await expect
    .poll(async () => {
      const before = at.join();
      at = ((await run(onlooker, find)) as number[] | null) ?? [];
      return at.length === 2 && at.join() === before;
    })
    .toBe(true);
  await page.touchscreen.tap(at[0] ?? 0, at[1] ?? 0);
}
