import type { Browser, CDPSession, Locator, Page } from "playwright-core";

/** How many times slower than this machine the phone is. */
export const SLOWED = 4;
const TIMEOUT_MS = 20_000;
/** So long nothing else happens before a tap: what is measured is a page that stands. */
const REST_MS = 700;
/** In this time the answer to a tap is on the screen. */
const ANSWER_MS = 900;
/** So long a finger that taps stays on the glass. */
const HELD_MS = 60;
/** The browser tells of nothing shorter. */
const SHORTEST_MS = 16;

/** One tap or key: what it was, and the ms from the finger to the next picture, as the browser counts them. */
export interface Touch {
  name: string;
  ms: number;
}

/** A phone with a slow processor, and a finger. */
export interface Finger {
  page: Page;
  touches: Touch[];
  open(url: string): Promise<void>;
  tap(name: string, target: Locator): Promise<void>;
  /** One key after the other into what has the focus. */
  type(name: string, keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What the page notes of its own, by the Event Timing API: https://www.w3.org/TR/event-timing/ */
interface Noted {
  interactionId: number;
  duration: number;
}

/** Opens a phone whose processor is slowed all the time. */
export async function openFinger(browser: Browser): Promise<Finger> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    serviceWorkers: "block",
  });
  await context.addInitScript(noteInPage, SHORTEST_MS);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp: CDPSession = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const touches: Touch[] = [];
  const send = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });

  // What finds its place in the page works in the page's own time, so it is done long before.
  async function placeOf(target: Locator): Promise<{ x: number; y: number }> {
    await target.waitFor();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("What is to be tapped is not to be seen.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async function touch(name: string, act: () => Promise<void>): Promise<void> {
    await page.waitForTimeout(REST_MS);
    await page.evaluate(() => {
      (globalThis as unknown as { noted: Noted[] }).noted.length = 0;
    });
    await act();
    await page.waitForTimeout(ANSWER_MS);
    const noted = await page.evaluate(() => (globalThis as unknown as { noted: Noted[] }).noted);
    // One tap is several events; its time is that of the longest.
    touches.push({ name, ms: Math.max(SHORTEST_MS, ...noted.map(({ duration }) => duration)) });
  }

  return {
    page,
    touches,
    async open(url) {
      await page.goto(url);
      await page.waitForLoadState("networkidle");
    },
    tap: async (name, target) => {
      const place = await placeOf(target);
      await touch(name, async () => {
        await send("touchStart", [place]);
        await page.waitForTimeout(HELD_MS);
        await send("touchEnd", []);
      });
    },
    async type(name, keys) {
      for (const key of keys) await touch(name, () => page.keyboard.press(key));
    },
    close: () => context.close(),
  };
}

function noteInPage(shortest: number): void {
  const noted: Noted[] = [];
  Object.assign(globalThis, { noted });
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId = 0, duration } of list.getEntries() as unknown as Noted[])
      if (interactionId > 0) noted.push({ interactionId, duration });
  });
  observer.observe({ type: "event", durationThreshold: shortest, buffered: true } as PerformanceObserverInit);
}
