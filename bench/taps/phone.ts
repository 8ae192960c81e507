import type { Browser, CDPSession, Locator, Page } from "playwright-core";

/** The factor by which the phone is slower than this machine. */
export const SLOWED = 4;
const TIMEOUT_MS = 20_000;
/** The idle time before a tap, so that an idle page is measured, in milliseconds. */
const REST_MS = 700;
/** The time in which the answer to a tap is painted, in milliseconds. */
const ANSWER_MS = 900;
/** The duration of a tap's contact in milliseconds. */
const HELD_MS = 60;
/** The shortest event that the browser reports, in milliseconds. */
const SHORTEST_MS = 16;

/** A tap or key: its name, and the milliseconds from the input to the next paint by the browser's measure. */
export interface Touch {
  name: string;
  ms: number;
}

/** A phone with a slow processor and touch input. */
export interface Phone {
  page: Page;
  touches: Touch[];
  open(url: string): Promise<void>;
  tap(name: string, target: Locator): Promise<void>;
  /** Types into the focused element, key by key. */
  type(name: string, keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Records events in the page by the Event Timing API: https://www.w3.org/TR/event-timing/ */
interface Noted {
  interactionId: number;
  duration: number;
}

/** Opens a phone with a permanently slowed processor. */
export async function openPhone(browser: Browser): Promise<Phone> {
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

  // Locating an element takes time in the page, so it is done long before the tap.
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
    // A tap is several events; the longest counts.
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
