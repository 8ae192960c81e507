import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { SLOWED } from "../taps/phone.ts";
import type { BareBrowser, BareTab } from "./bare-browser.ts";
import type { Control, State } from "./pages.ts";

/** When a control is tapped after the first paint, in milliseconds. */
export const TAPPED_AFTER_MS = 300;
/** After this time it counts as not having acted. */
export const GIVEN_UP_MS = 5000;
/** Within this time the first paint of a page is there, even on a busy machine. */
const PAINTED_MS = 30_000;
/** The duration of a tap's contact in milliseconds. */
const HELD_MS = 40;
/** The address to which a page reports; there is nothing. */
const REPORT = "/acted-after/";

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
  browser: BareBrowser,
  url: string,
  control: Control,
  place: Place,
): Promise<number> {
  const tab = await browser.open();
  const acted = new Promise<number>((resolve) => {
    tab.on("Network.requestWillBeSent", ({ request }: { request: { url: string } }) => {
      const [, ms] = request.url.split(REPORT);
      if (ms) resolve(Number(ms));
    });
  });
  const { state, of = "" } = control;
  await tab.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `(${watchInPage.toString()})(${JSON.stringify({ state, of, report: REPORT })})`,
  });
  await tab.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  // Answered when the document arrives, so that the paint is not of the empty page before it.
  await tab.send("Page.navigate", { url });
  const paint = new Promise<number>((resolve) => {
    tab.on("Page.lifecycleEvent", ({ name, timestamp }: { name: string; timestamp: number }) => {
      if (name === "firstPaint") resolve(timestamp * 1000);
    });
  });
  const painted = await Promise.race([paint, pause(PAINTED_MS, null, { ref: false })]);
  if (painted === null) throw new Error(`${url} was not painted within ${PAINTED_MS / 1000} s.`);
  // By the system's clock, which the browser uses too: a busy page does not delay a finger.
  await pause(Math.max(0, painted + TAPPED_AFTER_MS - Number(process.hrtime.bigint()) / 1e6));
  await touch(tab, place);
  const ms = await Promise.race([acted, pause(GIVEN_UP_MS, GIVEN_UP_MS)]);
  await tab.close();
  return Math.min(ms, GIVEN_UP_MS);
}

async function touch(tab: BareTab, place: Place): Promise<void> {
  if ("key" in place) {
    const key = { key: place.key, code: place.key === " " ? "Space" : place.key, ...keys[place.key] };
    await tab.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
    await tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    return;
  }
  // Answered only once the page has handled it, and a busy page does not delay a finger.
  const down = tab.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [place] });
  await pause(HELD_MS);
  await Promise.all([down, tab.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })]);
}

const keys: Record<string, object> = {
  " ": { text: " ", windowsVirtualKeyCode: 32 },
  ArrowDown: { windowsVirtualKeyCode: 40 },
};

/** Runs in every document, and reports when what the control changes has changed: by a request, since it has no debugger to call. */
function watchInPage({ state, of, report }: { state: State; of: string; report: string }): void {
  if (location.protocol === "about:") return;
  const acted = (ms: number) => navigator.sendBeacon(report + ms);
  const since = Number(sessionStorage.getItem("tapped"));
  if (since > 0) {
    // The tap led to another document, whose first bytes are here.
    sessionStorage.removeItem("tapped");
    acted(performance.timeOrigin + performance.now() - since);
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
  const begin = ({ timeStamp }: Event) => {
    for (const name of ["touchend", "keydown"]) removeEventListener(name, begin, true);
    sessionStorage.setItem("tapped", String(performance.timeOrigin + timeStamp));
    const before = read[state]();
    const look = () => {
      if (read[state]() === before) return void requestAnimationFrame(look);
      sessionStorage.removeItem("tapped");
      acted(performance.now() - timeStamp);
    };
    look();
  };
  for (const name of ["touchend", "keydown"]) addEventListener(name, begin, true);
}
