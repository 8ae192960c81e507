import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";

/** How an episode was played; `fault` is null where it came to its end. */
export interface Played {
  fault: string | null;
  stalls: number;
  frames: number;
  dropped: number;
}

/** What the page notes about its media elements. */
interface Noted {
  ended: number;
  waiting: number;
  errors: string[];
  frames: number;
  dropped: number;
  time: number;
}

declare global {
  // Set by `noteEvents` in the page.
  var soak: { ended: number; waiting: number; errors: string[] };
}

const SCREEN = { width: 390, height: 844 };
/** An episode that takes longer than its length and this many seconds more does not come to its end. */
const PATIENCE_SECONDS = 120;

/** Opens an episode in an empty browser context and waits until it has ended. */
export async function playEpisode(browser: Browser, address: string, seconds: number): Promise<Played> {
  const page = await open(browser, address);
  const until = performance.now() + (seconds + PATIENCE_SECONDS) * 1000;
  let seen = await look(page);
  while (seen.ended === 0 && seen.errors.length === 0 && performance.now() < until) {
    await pause(250);
    // The next episode replaces the element: the last figures of this one stay.
    const now = await look(page);
    seen = now.ended > 0 ? { ...seen, ended: now.ended } : now;
  }
  await page.context().close();
  const { frames, dropped, time } = seen;
  const stuck = seen.ended === 0 ? `stuck at ${time.toFixed(1)} of ${seconds} s` : null;
  return { fault: seen.errors[0] ?? stuck, stalls: seen.waiting, frames, dropped };
}

/** Opens an episode, seeks as soon as it plays, and measures until the picture moves there. */
export async function seekTo(
  browser: Browser,
  address: string,
  seconds: number,
): Promise<{ fault: string | null; milliseconds: number }> {
  const page = await open(browser, address);
  try {
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5, null, {
      timeout: PATIENCE_SECONDS * 1000,
    });
    const milliseconds = await page.evaluate(async (to) => {
      const video = document.querySelector<HTMLVideoElement>("video[data-active]");
      if (!video) return Number.NaN;
      const began = performance.now();
      video.currentTime = to;
      await new Promise<void>((resolve) => {
        const onFrame = () =>
          video.currentTime > to + 0.1 && !video.seeking
            ? resolve()
            : void video.requestVideoFrameCallback(onFrame);
        video.requestVideoFrameCallback(onFrame);
      });
      return performance.now() - began;
    }, seconds);
    return { fault: Number.isFinite(milliseconds) ? null : "no video to seek in", milliseconds };
  } catch (error) {
    return { fault: (error as Error).message.split("\n")[0] ?? "failed", milliseconds: Number.NaN };
  } finally {
    await page.context().close();
  }
}

async function open(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SCREEN, locale: "en-US", serviceWorkers: "block" });
  await context.addInitScript(noteEvents);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Runs in the page before its own code. Media events do not bubble, but they can be captured. */
function noteEvents(): void {
  globalThis.soak = { ended: 0, waiting: 0, errors: [] };
  const { soak } = globalThis;
  const isStarted = (event: Event) =>
    event.target instanceof HTMLVideoElement && event.target.currentTime > 0.5 && !event.target.seeking;
  document.addEventListener("ended", () => (soak.ended += 1), true);
  document.addEventListener("waiting", (event) => (soak.waiting += Number(isStarted(event))), true);
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLVideoElement && target.error) soak.errors.push(target.error.message);
    },
    true,
  );
}

function look(page: Page): Promise<Noted> {
  return page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    const quality = video?.getVideoPlaybackQuality();
    return {
      ...globalThis.soak,
      frames: quality?.totalVideoFrames ?? 0,
      dropped: quality?.droppedVideoFrames ?? 0,
      time: video?.currentTime ?? 0,
    };
  });
}
