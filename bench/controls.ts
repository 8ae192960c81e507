import { loadavg } from "node:os";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { openBareBrowser } from "./controls/bare-browser.ts";
import { type ControlPage, controlPages } from "./controls/pages.ts";
import { findPlaces, GIVEN_UP_MS, TAPPED_AFTER_MS, tapEarly } from "./controls/tap-early.ts";
import { cards } from "./lighthouse.ts";
import { alone, median, type Outcome, type Row } from "./measure.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere, startOurs } from "./processes.ts";
import { SLOWED } from "./taps/phone.ts";

const ROUNDS = 3;
const GOAL_MS = 200;

interface Acted {
  page: string;
  name: string;
  ms: number;
}

/** Taps ten controls on each of four pages right after the first paint, and measures after which time each acts. */
export async function measure(): Promise<Outcome> {
  if (!(await isThere(CHROMIUM, "--version"))) {
    const remedy = "Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH";
    return { rows: [], missing: [`controls: Chromium is tapped on. ${remedy}`], notes: [] };
  }
  const catalogue = await openCatalogue("viewers", 0);
  const ours = await startOurs({ ...catalogue.env, ...cards }, { core: null });
  const [browser, bare] = await Promise.all([openBrowser(), openBareBrowser()]);
  const loads: number[] = [];
  const acted: Acted[] = [];
  try {
    for (const page of controlPages(await seriesOf(catalogue))) {
      console.log(`Tapping ${page.controls.length} controls of ${page.name}`);
      loads.push(loadavg()[0] ?? 0);
      const url = `http://127.0.0.1:${ours.port}${page.path}`;
      const places = await findPlaces(browser, url, page.controls);
      for (const [at, control] of page.controls.entries()) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++)
          times.push(await tapEarly(bare, url, control, places[at] ?? { key: "" }));
        acted.push({ page: page.name, name: control.name, ms: median(times) });
      }
    }
  } finally {
    await Promise.all([browser.close(), bare.close()]);
    await ours.stop();
    await catalogue.close();
  }
  return {
    rows: rowsOf(acted),
    missing: [],
    notes: [
      `Chromium as a phone of 390×844, its processor slowed ${SLOWED} times, an empty cache for each visit. Ten controls on each page, each in ${ROUNDS} visits of its own, ${TAPPED_AFTER_MS} ms after the first paint; the median counts.`,
      "No debugger is attached to a page, and no touch screen is emulated: both are work that no phone does. Up to 2026-11-29 both were, and a busy page delayed the tap.",
      `From the end of the touch until what the control changes has changed, in the page: the address, a sheet, a choice, the focus. A link that loads another page has acted when its first bytes arrive. ${GIVEN_UP_MS / 1000} s: it did not act.`,
      `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; above 2 the times are unreliable.`,
    ],
  };
}

async function seriesOf({ database }: Catalogue): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select series_id as id from episode where asset_id is not null order by series_id limit 1",
  );
  return rows[0]?.id ?? "";
}

function rowsOf(acted: readonly Acted[]): Row[] {
  const late = acted.filter(({ ms }) => ms > GOAL_MS);
  return [
    alone("controls that act within 200 ms", `of ${acted.length}`, acted.length - late.length, {
      atLeast: acted.length,
    }),
    ...[...Map.groupBy(acted, ({ page }: Acted): ControlPage["name"] => page)].map(([page, list]) =>
      alone(`${page}, the slowest of its controls`, "ms", Math.max(...list.map(({ ms }) => ms)), {
        atMost: GOAL_MS,
      }),
    ),
    ...late.map(({ page, name, ms }) => alone(`too late on ${page}: ${name}`, "ms", ms, null)),
  ];
}
