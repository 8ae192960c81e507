import type { Browser, Page } from "playwright-core";
import { SLOWED } from "../taps/phone.ts";
import type { Control, State } from "./pages.ts";

/** When a control is tapped after the first paint, in milliseconds. */
export const TAPPED_AFTER_MS = 300;
/** After this time it counts as not having acted. */
export const GIVEN_UP_MS = 5000;
/** The duration of a tap's contact in milliseconds. */
const HELD_MS = 40;

/** Where a control is, or its key. */
export type Place = { x: number; y: number } | { key: string };

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: "en-US",
  serviceWorkers: "block",
} as const;

/** Finds the places of a page's controls, before its code runs. */
export async function findPlaces(
  browser: Browser,
  url: string,
  controls: readonly Control[],
): Promise<Place[]> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.route(/\/assets\/(?!boot-)[^/]*\.js$/, (route) => route.abort());
  await page.goto(url);
  const places: Place[] = [];
  for (const { name, target } of controls) {
    if ("key" in target) {
      places.push(target);
      continue;
    }
    const box = await target(page).boundingBox();
    if (!box) throw new Error(`${url} has no control "${name}".`);
    places.push({ x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 200) });
  }
  await context.close();
  return places;
}

/** Opens a page with an empty cache, taps a control after the first paint, and returns after how many milliseconds it acts. */
export async function tapEarly(
  browser: Browser,
  url: string,
  control: Control,
  place: Place,
): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  let tapped: Promise<unknown> = Promise.resolve();
  const acted = new Promise<number>((resolve) => {
    void page.exposeFunction("reportActed", resolve);
  });
  await page.exposeFunction("tapNow", () => {
    tapped = touch(page, place);
  });
  await page.addInitScript(watchInPage, {
    state: control.state,
    of: control.of ?? "",
    afterMs: TAPPED_AFTER_MS,
  });
  await page.goto(url, { waitUntil: "commit" });
  const givenUp = new Promise<number>((resolve) => setTimeout(resolve, GIVEN_UP_MS + 5000, GIVEN_UP_MS));
  const ms = await Promise.race([acted, givenUp]);
  await tapped;
  await context.close();
  return Math.min(ms, GIVEN_UP_MS);

  async function touch(of: Page, at: Place): Promise<void> {
    if ("key" in at) return of.keyboard.press(at.key);
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await of.waitForTimeout(HELD_MS);
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
}

interface Reports {
  reportActed(ms: number): void;
  tapNow(): void;
}

/** Runs in every document: asks for the tap, and reports when what the control changes has changed. */
function watchInPage({ state, of, afterMs }: { state: State; of: string; afterMs: number }): void {
  if (location.protocol === "about:") return;
  const { reportActed, tapNow } = globalThis as unknown as Reports;
  const since = Number(sessionStorage.getItem("tapped"));
  if (since > 0) {
    // The tap led to another document, whose first bytes are here.
    sessionStorage.removeItem("tapped");
    reportActed(performance.timeOrigin + performance.now() - since);
    return;
  }
  const element = () => (of === "" ? null : document.querySelector<HTMLElement>(of));
  const read: Record<State, () => unknown> = {
    address: () => location.href,
    sheet: () => document.querySelectorAll("[role=dialog]").length,
    toast: () => document.querySelectorAll("[role=status] > div > button").length,
    checked: () =>
      [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")]
        .map(({ checked }) => checked)
        .join(),
    focus: () => document.activeElement?.tagName,
    label: () => element()?.ariaLabel,
    pressed: () => element()?.ariaPressed,
    scroll: () => element()?.scrollLeft,
  };
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    setTimeout(tapNow, afterMs);
  }).observe({ type: "paint", buffered: true });
  const begin = ({ timeStamp }: Event) => {
    for (const name of ["touchend", "keydown"]) removeEventListener(name, begin, true);
    sessionStorage.setItem("tapped", String(performance.timeOrigin + timeStamp));
    const before = read[state]();
    const look = () => {
      if (read[state]() === before) return void requestAnimationFrame(look);
      sessionStorage.removeItem("tapped");
      reportActed(performance.now() - timeStamp);
    };
    look();
  };
  for (const name of ["touchend", "keydown"]) addEventListener(name, begin, true);
}
