import type { Browser, BrowserContext, Page } from "playwright-core";
import { unaudited } from "../../server/test/unaudited.ts";
import type { Catalogue } from "../catalogue.ts";
import { alone, median, type Row, share } from "../measure.ts";
import { CHROMIUM, openBrowser } from "../player/visit.ts";
import { isThere, type Running } from "../processes.ts";
import { SLOWED } from "../taps/phone.ts";

const ROUNDS = 5;
const NETWORK = {
  offline: false,
  latency: 40,
  downloadThroughput: 20_000_000 / 8,
  uploadThroughput: 20_000_000 / 8,
};
const SCREEN = { width: 1440, height: 900 };
const TIMEOUT_MS = 30_000;
const WALK = [
  "Today",
  "Plans and prices",
  "Tags",
  "Home",
  "Calendar",
  "Site",
  "Pages",
  "Pixels",
  "Jobs",
  "Team",
  "Log",
  "Series",
];
const ROWS = 1_000;
const SCROLL_STEPS = 60;
const WHEEL = 700;

/** Measures what an operator waits for on the screens: the first visit, going from one to the next, and a long list. */
export async function onScreens(
  { database }: Catalogue,
  { ours, cookie }: { ours: Running; cookie: string },
): Promise<{ rows: Row[]; missing: string[] }> {
  if (!(await isThere(CHROMIUM, "--version")))
    return { rows: [], missing: ["console: its screens need Chromium: sudo apt-get install chromium"] };
  const browser = await openBrowser();
  const origin = `http://localhost:${ours.port}`;
  try {
    const visits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) visits.push(await firstVisit(browser, origin, cookie));
    const steps = await walk(browser, origin, cookie);
    const times = steps.map(({ ms }) => ms);
    await addTags(database.pool);
    const frames = await scroll(browser, origin, cookie);
    return {
      rows: [
        alone("first visit until the list of series is interactive", "ms", median(visits), { atMost: 2000 }),
        alone(
          `from one screen to the next, median; the slowest is ${steps.at(-1)?.name}`,
          "ms",
          median(times),
          null,
        ),
        alone("from one screen to the next, seen before, p95", "ms", share(times, 0.95), { atMost: 300 }),
        alone(`longest frame while ${ROWS} rows are scrolled`, "ms", frames.at(-1) ?? Number.NaN, {
          atMost: 50,
        }),
      ],
      missing: [],
    };
  } finally {
    await removeTags(database.pool);
    await browser.close();
  }
}

async function open(browser: Browser, origin: string, cookie: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport: SCREEN, locale: "en-US" });
  await context.addCookies([{ name: "console", value: cookie, url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", NETWORK);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  return [context, page];
}

/** Returns the milliseconds until the rows of the list stand there and the browser is free. */
async function firstVisit(browser: Browser, origin: string, cookie: string): Promise<number> {
  const [context, page] = await open(browser, origin, cookie);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector("main tbody a[href]")) return;
      seen.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => Object.assign(globalThis, { interactiveAt: performance.now() })),
      );
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${origin}/console/series`, { waitUntil: "commit" });
  const at = await page.waitForFunction(() => (globalThis as { interactiveAt?: number }).interactiveAt);
  const ms = Number(await at.jsonValue());
  await context.close();
  return ms;
}

interface Step {
  name: string;
  ms: number;
}

/** Returns how long each screen took until its heading and content stand there, without grey shapes. Sorted. */
async function walk(browser: Browser, origin: string, cookie: string): Promise<Step[]> {
  const [context, page] = await open(browser, origin, cookie);
  await page.goto(`${origin}/console/series`);
  const times: Step[] = [];
  for (const isSeen of [false, true, true])
    for (const name of WALK) {
      await page.getByRole("link", { name, exact: true }).waitFor();
      const ms = await page.evaluate(async (wanted) => {
        const link = Array.from(document.querySelectorAll<HTMLElement>("nav a")).find(
          (one) => one.textContent === wanted,
        );
        const from = performance.now();
        link?.click();
        const isThere = () =>
          link?.getAttribute("aria-current") === "page" &&
          document.querySelector("main h1") !== null &&
          document.querySelector("main [role=status][aria-label]") === null;
        for (let frame = 0; frame < 2 || !isThere(); frame++)
          await new Promise((done) => requestAnimationFrame(done));
        return performance.now() - from;
      }, name);
      if (isSeen) times.push({ name, ms });
      await page.waitForTimeout(500);
    }
  await context.close();
  return times.toSorted((one, other) => one.ms - other.ms);
}

/** Returns the times between frames while a long list is scrolled by the wheel, sorted. */
async function scroll(browser: Browser, origin: string, cookie: string): Promise<number[]> {
  const [context, page] = await open(browser, origin, cookie);
  await page.goto(`${origin}/console/tags`);
  await page
    .getByRole("listitem")
    .nth(ROWS - 1)
    .waitFor({ state: "attached" });
  await page.waitForTimeout(1_500);
  await page.mouse.move(700, 500);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let step = 0; step < SCROLL_STEPS; step++) {
    await page.mouse.wheel(0, WHEEL);
    await page.waitForTimeout(50);
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  await context.close();
  return frames.slice(2).toSorted((one, other) => one - other);
}

type Pool = Catalogue["database"]["pool"];

async function addTags(pool: Pool): Promise<void> {
  await unaudited(pool).query(
    `insert into tag (id, kind, name, position)
     select 'bench' || n, 'tag', jsonb_build_object('en', 'Bench ' || n), 10000 + n
     from generate_series(1, ${ROWS}) as n on conflict do nothing`,
  );
}

async function removeTags(pool: Pool): Promise<void> {
  await unaudited(pool).query("delete from tag where id like 'bench%'");
}
