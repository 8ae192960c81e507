import type { BootPlan } from "@cliffhanger/contract/page-state";
import { saveLandingQuery } from "./save-landing-query.ts";

// A script that runs before the app and requests it when it is time (see README.md). It imports nothing that others share,
// so it is one request.
const FAST_MS = 200;
const LONGEST_WAIT_MS = 9e3;
const FIRST_PAUSE_MS = 1e3;
/** Work between two pauses. A pause after each of thirty files took a slow phone 150 ms. */
const WORK_MS = 8;

const { code, chunks, sheets } = JSON.parse(
  document.getElementById("boot-plan")?.textContent ?? "",
) as BootPlan;
/** How long this script took to load, in milliseconds; an unknown time counts as slow. */
const { duration = FIRST_PAUSE_MS } = performance.getEntriesByName(import.meta.url)[0] ?? {};

/** Buttons pressed before the app ran, until `replay-input.ts` takes them. */
const earlyPresses = new Set<HTMLButtonElement>();
/** The last key pressed on the page itself, and the address at that time. */
let earlyKey: { key: string; href: string } | null = null;
/** Whether the chunks are requested. */
let areRequested = false;
/** When input is to be handled next, by the page's clock. */
let restAt = 0;

performance.mark("boot");
addEventListener("click", notePress);
addEventListener("keydown", noteKey);
void begin();

/** Returns the buttons pressed before the app ran, and stops listening. */
export function takeEarlyPresses(): HTMLButtonElement[] {
  removeEventListener("click", notePress);
  const pressed = [...earlyPresses];
  earlyPresses.clear();
  return pressed;
}

/**
 * Returns the last key that was pressed on this page before something listened to keys, and stops listening. Call it once a screen
 * listens: a key on a page that the visitor has left is not meant for it.
 */
export function takeEarlyKey(): string | null {
  removeEventListener("keydown", noteKey);
  const key = earlyKey?.href === location.href ? earlyKey.key : null;
  earlyKey = null;
  return key;
}

function noteKey({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (target === document.body && !(ctrlKey || metaKey || altKey)) earlyKey = { key, href: location.href };
}

function notePress({ target }: MouseEvent): void {
  const button = (target as Element).closest("button");
  if (!button) return;
  earlyPresses.add(button);
  requestSheets();
}

/** Requests what a sheet needs, after the chunks, if a button was pressed that opens one: it comes while they are evaluated. */
function requestSheets(): void {
  const isWanted = [...earlyPresses].some((button) => button.getAttribute("aria-haspopup") === "dialog");
  if (isWanted && areRequested) sheets.splice(0).forEach(request);
}

function request(href: string): void {
  const link = { rel: "modulepreload", href, fetchPriority: "low" };
  document.head.append(Object.assign(document.createElement("link"), link));
}

async function begin(): Promise<void> {
  saveLandingQuery();
  // A video waits for its code: on a slow connection it is requested at once. A fast one loses nothing by painting first.
  if (code !== "auto" || duration < FAST_MS) await Promise.race([firstPaint(), pause(LONGEST_WAIT_MS)]);
  await inTurn(request);
  areRequested = true;
  requestSheets();
  await inTurn(run);
}

/** Does something with every chunk, and lets the browser handle input in between: on a slow phone all at once takes a fifth of a second. */
async function inTurn(act: (file: string) => unknown): Promise<void> {
  for (const file of chunks) {
    await act(file);
    if (performance.now() < restAt) continue;
    await pause(0);
    restAt = performance.now() + WORK_MS;
  }
}

/** Runs a file. When the connection breaks it tries again, after pauses that double. */
function run(file: string, pauseMs = FIRST_PAUSE_MS): Promise<unknown> {
  return import(/* @vite-ignore */ file).catch(() => pause(pauseMs).then(() => run(file, pauseMs * 2)));
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves after the first paint. A page in the background waits until it is shown. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
  );
}
