import type { CDPSession, Page } from "@playwright/test";

/** What a media element does, as a person could tell. */
export interface Reel {
  active: boolean;
  time: number;
  paused: boolean;
  muted: boolean;
  /** Seconds of film that lie ready in it. */
  ready: number;
}

/** All media elements of the player. */
export function reels(page: Page): Promise<Reel[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("video")].map((video) => ({
      active: "active" in video.dataset,
      time: video.currentTime,
      paused: video.paused,
      muted: video.muted,
      ready: Array.from(
        { length: video.buffered.length },
        (_, at) => video.buffered.end(at) - video.buffered.start(at),
      ).reduce((sum, one) => sum + one, 0),
    })),
  );
}

/** Waits until the first picture of the next episode lies ready in another media element. */
export async function nextIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("video")].some(
      (video) =>
        !("active" in video.dataset) && video.readyState >= 2 && video.currentTime < 1 && video.paused,
    ),
  );
}

/** A finger on the screen. */
export interface Finger {
  down(x: number, y: number): Promise<void>;
  to(x: number, y: number): Promise<void>;
  up(): Promise<void>;
  /** Down and up at once: on a busy machine an answer to each takes so long that the finger would rest. */
  tap(x: number, y: number): Promise<void>;
}

/** Puts a finger on a page with a touch screen. */
export async function fingerOn(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  return {
    async down(x, y) {
      await send("touchStart", [{ x, y }]);
    },
    async to(x, y) {
      await send("touchMove", [{ x, y }]);
    },
    async up() {
      await send("touchEnd", []);
    },
    async tap(x, y) {
      await Promise.all([send("touchStart", [{ x, y }]), send("touchEnd", [])]);
    },
  };
}

/** Swipes as a thumb does, over more than half of the screen: on a busy machine no swing counts. */
export async function swipe(page: Page, direction: "up" | "down"): Promise<void> {
  const finger = await fingerOn(page);
  const [from, step] = direction === "up" ? [640, -55] : [145, 55];
  await finger.down(195, from);
  for (let move = 1; move <= 9; move += 1) {
    await finger.to(195, from + move * step);
    await page.waitForTimeout(16);
  }
  await finger.up();
}
