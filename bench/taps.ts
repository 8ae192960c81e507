import { loadavg } from "node:os";
import type { Browser } from "playwright-core";
import { startDemo } from "./demo.ts";
import { median, type Outcome, type Row } from "./measure.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere } from "./processes.ts";
import { openPhone, SLOWED, type Touch } from "./taps/phone.ts";
import { walk } from "./taps/walk.ts";

const ROUNDS = 3;
const SHARE = 0.95;
const NAMED = 5;
/** The least work after a tap: a text changes on a page that has nothing else. */
const BARE = `<meta name="viewport" content="width=device-width"><button>1</button><script>
document.querySelector("button").onclick = ({ target }) => { target.textContent = Number(target.textContent) + 1; };
</script>`;
const BARE_TAPS = 20;

/** Measures the time from a tap or key to the next paint on a phone with a slow processor. */
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
    `Chromium as a phone of 390×844, its processor slowed ${SLOWED} times; one user goes through the demo, ${ours.length / ROUNDS} taps and keys in each of ${ROUNDS} visits. A time is measured by the browser from the input to the next paint, in steps of 8 ms and from 16 ms; an opened page has answered when it shows its loading state.`,
    "The limit is a page with a single button, whose text changes.",
    `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} when a visit began; above 2 the times are unreliable.`,
  ];
  return { rows: rowsOf(ours, bare), missing: [], notes };
}

async function walked(browser: Browser, origin: string): Promise<Touch[]> {
  const phone = await openPhone(browser);
  try {
    await walk(phone, origin);
  } finally {
    await phone.close();
  }
  return phone.touches;
}

async function tappedBare(browser: Browser, url: string): Promise<Touch[]> {
  const phone = await openPhone(browser);
  await phone.page.route(url, (route) => route.fulfill({ contentType: "text/html", body: BARE }));
  await phone.open(url);
  for (let tap = 0; tap < BARE_TAPS; tap++) await phone.tap("bare", phone.page.getByRole("button"));
  await phone.close();
  return phone.touches;
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

/** Returns the 95th percentile of sorted times. */
function late(sorted: readonly number[]): number {
  return sorted[Math.ceil(sorted.length * SHARE) - 1] ?? Number.NaN;
}

/** Returns the kinds of taps with the longest medians. */
function slowest(touches: readonly Touch[]): [name: string, ms: number][] {
  const kinds = Map.groupBy(touches, ({ name }) => name);
  return [...kinds]
    .map(([name, list]): [string, number] => [name, median(list.map(({ ms }) => ms))])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, NAMED);
}
