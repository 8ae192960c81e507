import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";

/** The result of playing an episode; `fault` is null if it played to its end. */
export interface Played {
  fault: string | null;
  stalls: number;
  frames: number;
  dropped: number;
}

/** The playback events and figures of a page. */
interface Playback {
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
/** Seconds beyond its length after which an episode counts as stuck. */
const EXTRA_SECONDS = 120;

/** Opens an episode in an empty browser context and waits until it has ended. */
export async function playEpisode(browser: Browser, address: string, seconds: number): Promise<Played> {
  const page = await open(browser, address);
  const until = performance.now() + (seconds + EXTRA_SECONDS) * 1000;
  let seen = await readPlayback(page);
  while (seen.ended === 0 && seen.errors.length === 0 && performance.now() < until) {
    await pause(250);
    // The next episode replaces the element, so the last figures of this one count.
    const now = await readPlayback(page);
    seen = now.ended > 0 ? { ...seen, ended: now.ended } : now;
  }
  await page.context().close();
  const { frames, dropped, time } = seen;
  const stuck = seen.ended === 0 ? `stuck at ${time.toFixed(1)} of ${seconds} s` : null;
  return { fault: seen.errors[0] ?? stuck, stalls: seen.waiting, frames, dropped };
}

/** Opens an episode, seeks as soon as it plays, and measures the time until it plays there. */
export async function seekTo(
  browser: Browser,
  address: string,
  seconds: number,
): Promise<{ fault: string | null; milliseconds: number }> {
  const page = await open(browser, address);
  try {
    await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0.5, null, {
      timeout: EXTRA_SECONDS * 1000,
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

/** Counts events in the page from before its own code. Media events do not bubble, but they can be captured. */
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

function readPlayback(page: Page): Promise<Playback> {
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
