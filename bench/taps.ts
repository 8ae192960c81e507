import { loadavg } from "node:os";
import type { Browser } from "playwright-core";
import { startDemo } from "./demo.ts";
import { median, type Outcome, type Row } from "./measure.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere } from "./processes.ts";
import { openFinger, SLOWED, type Touch } from "./taps/finger.ts";
import { walk } from "./taps/walk.ts";

const ROUNDS = 3;
const SHARE = 0.95;
const NAMED = 5;
/** The least that a browser can do after a tap: a word changes on a page that holds nothing else. */
const BARE = `<meta name="viewport" content="width=device-width"><button>1</button><script>
document.querySelector("button").onclick = ({ target }) => { target.textContent = Number(target.textContent) + 1; };
</script>`;
const BARE_TAPS = 20;

/** Taps and keys on a phone with a slow processor: how long until the screen answers. */
export async function measure(): Promise<Outcome> {
  if (!(await isThere(CHROMIUM, "--version"))) {
    const remedy = "Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH";
    return { rows: [], missing: [`taps: Chromium is tapped on. ${remedy}`], notes: [] };
  }
  const demo = await startDemo("taps-data");
  const ours: Touch[] = [];
  const bare: Touch[] = [];
  const loads: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(loadavg()[0] ?? 0);
      const browser = await openBrowser();
      ours.push(...(await walked(browser, `http://127.0.0.1:${demo.port}`)));
      bare.push(...(await tappedBare(browser, `http://127.0.0.1:${demo.port}/healthz`)));
      await browser.close();
    }
  } finally {
    await demo.close();
  }
  const notes = [
    `Chromium as a phone of 390×844, its processor slowed ${SLOWED} times; one person goes through the demo, ${ours.length / ROUNDS} taps and keys in each of ${ROUNDS} visits. A time goes from the finger to the next picture, as the browser counts it, in steps of 8 ms and not below 16; a page that is opened has answered when it shows that it comes.`,
    "The limit is a page with a single button, whose word changes.",
    `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} when a visit began; above 2 the times are not ours.`,
  ];
  return { rows: rowsOf(ours, bare), missing: [], notes };
}

async function walked(browser: Browser, origin: string): Promise<Touch[]> {
  const finger = await openFinger(browser);
  try {
    await walk(finger, origin);
  } finally {
    await finger.close();
  }
  return finger.touches;
}

async function tappedBare(browser: Browser, url: string): Promise<Touch[]> {
  const finger = await openFinger(browser);
  await finger.page.route(url, (route) => route.fulfill({ contentType: "text/html", body: BARE }));
  await finger.open(url);
  for (let tap = 0; tap < BARE_TAPS; tap++) await finger.tap("bare", finger.page.getByRole("button"));
  await finger.close();
  return finger.touches;
}

function rowsOf(ours: readonly Touch[], bare: readonly Touch[]): Row[] {
  const row = (what: string, own: number, other: number | null, goal: Row["goal"] = null): Row => ({
    what,
    unit: "ms",
    ours: own,
    limit: other,
    ratio: other && own / other,
    goal,
  });
  const [own, other] = [ours, bare].map((touches) => touches.map(({ ms }) => ms).toSorted((a, b) => a - b));
  return [
    row("tap or key until the screen answers", median(own ?? []), median(other ?? [])),
    row("tap or key until the screen answers, p95", late(own ?? []), late(other ?? []), { atMost: 100 }),
    ...slowest(ours).map(([name, ms]) => row(`among the slowest: ${name}`, ms, null)),
  ];
}

/** The time that only one of twenty exceeds, of sorted times. */
function late(sorted: readonly number[]): number {
  return sorted[Math.ceil(sorted.length * SHARE) - 1] ?? Number.NaN;
}

/** The kinds of taps whose median is longest. */
function slowest(touches: readonly Touch[]): [name: string, ms: number][] {
  const kinds = Map.groupBy(touches, ({ name }) => name);
  return [...kinds]
    .map(([name, list]): [string, number] => [name, median(list.map(({ ms }) => ms))])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, NAMED);
}
