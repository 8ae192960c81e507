import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { type Watched, watchInPage } from "./watcher.ts";

/** A network: the round trip in milliseconds, and the downstream rate in bit/s. */
export interface Network {
  roundTrip: number;
  rate: number;
}

/** The network of all figures without another statement. */
export const network: Network = { roundTrip: 60, rate: 10_000_000 };

export const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const SCREEN = { width: 390, height: 844 };
const TIMEOUT_MS = 20_000;

/** A page on a phone with an empty cache. */
export interface Visit {
  page: Page;
  /** Received files with their transferred bytes and the HTTP status. */
  traffic(): { url: string; bytes: number; status: number }[];
  setNetwork(network: Network): Promise<void>;
  /** Swipes up. */
  swipe(): Promise<void>;
  /** Returns the page's used heap after a garbage collection, in bytes. */
  heap(): Promise<number>;
  /** Returns what the page recorded, with only the last frames. */
  watched(frames?: number): Promise<Watched>;
  close(): Promise<void>;
}

/** Opens the browser of all measurements. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
}

/** Opens an empty page. With `savesData` the phone asks to save data, so nothing is prefetched. */
export async function visit(browser: Browser, { savesData = false } = {}): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    viewport: SCREEN,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    // The throttling below does not affect a service worker's requests.
    serviceWorkers: "block",
  });
  await context.addInitScript(watchInPage);
  if (savesData) {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
    );
  }
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  const files = await countTraffic(cdp);
  const setNetwork = async ({ roundTrip, rate }: Network) => {
    await cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: roundTrip,
      downloadThroughput: rate / 8,
      uploadThroughput: rate / 8,
    });
  };
  await setNetwork(network);
  return {
    page,
    traffic: () => [...files.values()],
    setNetwork,
    async swipe() {
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number | null) =>
        cdp.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: y === null ? [] : [{ x: SCREEN.width / 2, y }],
        });
      // Over more than half of the screen, because on a busy machine the speed of a swipe does not count.
      await touch("touchStart", SCREEN.height * 0.76);
      for (let move = 1; move <= 8; move++) {
        await touch("touchMove", SCREEN.height * (0.76 - 0.075 * move));
        await new Promise((done) => setTimeout(done, 12));
      }
      await touch("touchEnd", null);
    },
    async heap() {
      await cdp.send("HeapProfiler.collectGarbage");
      await cdp.send("Performance.enable");
      const { metrics } = await cdp.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
    },
    watched: (frames = 300) =>
      page.evaluate((count) => {
        const { watched } = globalThis as unknown as { watched: Watched };
        return { ...watched, frames: watched.frames.slice(-count) };
      }, frames),
    close: () => context.close(),
  };
}

async function countTraffic(cdp: CDPSession) {
  const files = new Map<string, { url: string; bytes: number; status: number }>();
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    files.set(requestId, { url: request.url, bytes: 0, status: 0 });
  });
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const file = files.get(requestId);
    if (file) file.status = response.status;
  });
  cdp.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = Math.max(file.bytes, encodedDataLength);
  });
  return files;
}

/** Waits until `read` returns a value from what the page recorded instead of null. */
export async function until<T>(
  { page, watched }: Visit,
  what: string,
  read: (watched: Watched) => T | null | undefined,
): Promise<T> {
  const begun = performance.now();
  while (performance.now() - begun < TIMEOUT_MS) {
    const found = read(await watched());
    if (found !== null && found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} did not come in ${TIMEOUT_MS / 1000} s. ${await page.evaluate(stateInPage)}`);
}

// Printed to help find the cause.
function stateInPage(): string {
  const videos = [...document.querySelectorAll("video")].map((video) =>
    [
      "active" in video.dataset ? "active" : "waiting",
      video.style.top,
      video.paused ? "paused" : "playing",
      `at ${video.currentTime.toFixed(1)}`,
      `state ${video.readyState}`,
      `opacity ${getComputedStyle(video).opacity}`,
    ].join(" "),
  );
  return `${location.pathname}${location.search}: ${videos.join("; ")}`;
}

/** Returns when the first frame after a moment became visible. */
export function shownAfter(t: number): (watched: Watched) => number | null {
  return ({ shown }) => shown.find((each) => each.t > t)?.t ?? null;
}

/** Returns when the first frame after a moment was presented, covered or not. */
export function frameAfter(t: number): (watched: Watched) => number | null {
  return ({ frames }) => frames.find((each) => each.t > t)?.t ?? null;
}

/** Returns the stall time between two moments in milliseconds, by the presented frames, and the number of stalls. */
export function stillness(
  { frames, waits }: Watched,
  from: number,
  to: number,
  element: number,
): { ms: number; waits: number } {
  const seen = frames.filter((frame) => frame.element === element && frame.t >= from && frame.t <= to);
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last) return { ms: to - from, waits: Number.NaN };
  return {
    ms:
      Math.max(0, last.t - first.t - (last.media - first.media) * 1000) +
      (to - last.t > 500 ? to - last.t : 0),
    waits: waits.filter((each) => each.element === element && each.t > from && each.t <= to).length,
  };
}
