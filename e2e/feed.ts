import type { CDPSession, Page } from "@playwright/test";

/** The state of one media element. */
export interface MediaElementState {
  active: boolean;
  time: number;
  paused: boolean;
  muted: boolean;
  /** Buffered seconds. */
  ready: number;
}

/** Returns the state of each media element of the player. */
export function mediaElements(page: Page): Promise<MediaElementState[]> {
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

/** Waits until another media element has decoded the first frame of the next episode. */
export async function nextIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("video")].some(
      (video) =>
        !("active" in video.dataset) && video.readyState >= 2 && video.currentTime < 1 && video.paused,
    ),
  );
}

/** Touch input with one contact. */
export interface TouchInput {
  down(x: number, y: number): Promise<void>;
  to(x: number, y: number): Promise<void>;
  up(): Promise<void>;
  /** Ends the contact as the system does: it is no tap, wherever it was. */
  cancel(): Promise<void>;
  /** Sends both events together: on a busy machine a tap would otherwise become a long press. */
  tap(x: number, y: number): Promise<void>;
}

/** Opens the touch input of a page with a touch screen. */
export async function openTouchInput(page: Page): Promise<TouchInput> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
    points: { x: number; y: number }[],
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
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
    async cancel() {
      await send("touchCancel", []);
    },
    async tap(x, y) {
      await Promise.all([send("touchStart", [{ x, y }]), send("touchEnd", [])]);
    },
  };
}

/** Swipes over more than half of the screen, because on a busy machine the speed of a swipe does not count. */
export async function swipe(page: Page, direction: "up" | "down"): Promise<void> {
  const touch = await openTouchInput(page);
  const [from, step] = direction === "up" ? [640, -55] : [145, 55];
  await touch.down(195, from);
  for (let move = 1; move <= 9; move += 1) {
    await touch.to(195, from + move * step);
    await page.waitForTimeout(16);
  }
  await touch.up();
}

/** Returns how far the feed is scrolled. */
export function feedTop(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.round(document.querySelector("[data-index]")?.parentElement?.scrollTop ?? -1),
  );
}
