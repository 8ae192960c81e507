import type { Page } from "@playwright/test";
import { expectPlaying, featuredSeries } from "./journey.ts";

/** The film that is looked at, as its media element says. */
export interface Film {
  time: number;
  paused: boolean;
  muted: boolean;
  rate: number;
}

/** Opens the series that home features and waits until it plays. Answers its id. */
export async function openFilm(page: Page, origin: string, query = ""): Promise<string> {
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}${query}`);
  await expectPlaying(page);
  return id;
}

/** What the film that is looked at does now. */
export function film(page: Page): Promise<Film> {
  return page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (!video) throw new Error("There is no film.");
    return {
      time: video.currentTime,
      paused: video.paused,
      muted: video.muted,
      rate: video.playbackRate,
    };
  });
}

/** Moves the film as nobody's hand does. */
export function seekFilm(page: Page, seconds: number): Promise<void> {
  return page.evaluate((to) => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (video) video.currentTime = to;
  }, seconds);
}

/** The page is looked away from, or back at: a browser without windows never hides one, so that it is told so. */
export function lookAway(page: Page, away: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", {
      value: hidden ? "hidden" : "visible",
      configurable: true,
    });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, away);
}
