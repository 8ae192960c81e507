import type { Page } from "@playwright/test";
import { expectPlaying, featuredSeries } from "./journey.ts";

/** The state of the active media element. */
export interface PlayerState {
  time: number;
  paused: boolean;
  muted: boolean;
  rate: number;
}

/** Opens the first featured series of home and waits until it plays. Returns its id. */
export async function playFeaturedSeries(page: Page, origin: string, query = ""): Promise<string> {
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}${query}`);
  await expectPlaying(page);
  return id;
}

/** Returns the current state of the active media element. */
export function playerState(page: Page): Promise<PlayerState> {
  return page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (!video) throw new Error("There is no active media element.");
    return {
      time: video.currentTime,
      paused: video.paused,
      muted: video.muted,
      rate: video.playbackRate,
    };
  });
}

/** Sets the position of the active media element without user input. */
export function seekTo(page: Page, seconds: number): Promise<void> {
  return page.evaluate((to) => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (video) video.currentTime = to;
  }, seconds);
}

/** Simulates that the page is hidden or visible again. A headless browser never hides a page. */
export function setPageHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", {
      value: hidden ? "hidden" : "visible",
      configurable: true,
    });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isHidden);
}

/** Returns the height of the picture that plays, or 0 without one. Runs in the page. */
export function pictureHeight(): number {
  return document.querySelector<HTMLVideoElement>("video[data-active]")?.videoHeight ?? 0;
}

/** Returns the position of the active media element in seconds, or 0 without one. */
export function position(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector<HTMLVideoElement>("video[data-active]")?.currentTime ?? 0,
  );
}
