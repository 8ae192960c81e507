import { loadavg } from "node:os";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { alone, median, type Outcome } from "./measure.ts";
import { type Member, makeMembers, openShop, type Shop } from "./money/shop.ts";
import { CHROMIUM, openBrowser } from "./player/visit.ts";
import { isThere } from "./processes.ts";
import { SLOWED } from "./taps/phone.ts";

const ROUNDS = 5;
const LATE_MS = 400;
/** A slow mobile network: the round trip in milliseconds and the rate in bit/s. */
const NETWORK = { roundTrip: 150, rate: 1_600_000 };
const TIMEOUT_MS = 60_000;

/** Moments that the pages note, in milliseconds since the epoch. */
type Moment = "tap" | "drawn" | "authorised" | "frame";

/** Measures the way from a row of the paywall sheet to the checkout document, and from the wallet to the episode. */
export async function measure(): Promise<Outcome> {
  if (!(await isThere(CHROMIUM, "--version"))) {
    const remedy = "Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH";
    return { rows: [], missing: [`checkout: Chromium buys. ${remedy}`], notes: [] };
  }
  const shop = await openShop({ lateMs: LATE_MS });
  const browser = await openBrowser();
  const loads = [loadavg()[0] ?? 0];
  try {
    const series = await lockedSeries(shop);
    const members = await makeMembers(shop.catalogue, 2 * ROUNDS, "payer");
    const drawn: number[] = [];
    const played: number[] = [];
    for (const member of members.slice(0, ROUNDS))
      drawn.push(await tapRow(await openPage(browser, shop, member), shop, series));
    for (const member of members.slice(ROUNDS))
      played.push(await payByWallet(await openPage(browser, shop, member), shop, series));
    const size = await sizeOf(browser, shop, series);
    loads.push(loadavg()[0] ?? 0);
    return {
      rows: [
        alone("from the tap on a row until price and terms are drawn", "ms", median(drawn), { atMost: 800 }),
        alone("JavaScript of the checkout document beside home's", "KB", size / 1024, { atMost: 60 }),
        alone("from authorising in a wallet to the episode's first frame", "ms", median(played), {
          atMost: 2500,
        }),
      ],
      missing: [],
      notes: [
        `Chromium as a phone of 390×844, ${ROUNDS} visits each; a member without a saved method. The tap: a processor slowed ${SLOWED} times, ${NETWORK.rate / 1e6} Mbit/s and ${NETWORK.roundTrip} ms from the moment on at which the sheet is open; the document counts as drawn with the next frame after its price and its box. Sizes are those that are transferred.`,
        `The wallet is the simulator's, and every call of the gateway's API is answered ${LATE_MS} ms late. No other throttling; the frame counts when it is presented.`,
        `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; above 2 the times are unreliable.`,
      ],
    };
  } finally {
    await browser.close();
    await shop.close();
  }
}

interface Buyer {
  page: Page;
  context: BrowserContext;
  /** Resolves with a moment once a page has noted it. */
  moment(name: Moment): Promise<number>;
}

async function openPage(browser: Browser, { port }: Shop, { cookie }: Member): Promise<Buyer> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    serviceWorkers: "block",
  });
  await context.addCookies([{ name: "sid", value: cookie, url: `http://127.0.0.1:${port}` }]);
  const moments = new Map<Moment, number>();
  await context.exposeFunction("noteMoment", (name: Moment, at: number) => {
    if (!moments.has(name)) moments.set(name, at);
  });
  await context.addInitScript(noteInPage);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return {
    page,
    context,
    async moment(name) {
      for (let waited = 0; waited < TIMEOUT_MS; waited += 50) {
        const at = moments.get(name);
        if (at !== undefined) return at;
        await page.waitForTimeout(50);
      }
      throw new Error(`"${name}" did not happen within ${TIMEOUT_MS / 1000} s.`);
    },
  };
}

/** Runs in every page and frame before its own scripts, so it can use nothing of this module. */
function noteInPage(): void {
  const { noteMoment } = globalThis as unknown as { noteMoment(name: string, at: number): void };
  addEventListener(
    "click",
    ({ target }) => {
      const text = target instanceof Element ? (target.closest("a, button")?.textContent ?? "") : "";
      if (text.includes("Authorise")) noteMoment("authorised", Date.now());
      else if (text.includes("Unlock this series")) noteMoment("tap", Date.now());
    },
    true,
  );
  let isDrawn = false;
  const look = () => {
    const document = globalThis.document;
    const isThere =
      location.pathname === "/order/easy" &&
      document.querySelector("input[type=checkbox]") !== null &&
      /[$€]\d/.test(document.body.textContent ?? "");
    if (isThere && !isDrawn) {
      isDrawn = true;
      requestAnimationFrame(() => setTimeout(() => noteMoment("drawn", Date.now())));
    }
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (video && !video.dataset["followed"]) {
      video.dataset["followed"] = "yes";
      // The first locked episode: those before it play without a payment.
      video.requestVideoFrameCallback(() => noteMoment("frame", Date.now()));
    }
  };
  if (globalThis.top === globalThis.self)
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

interface Locked {
  id: string;
  number: number;
}

async function lockedSeries({ catalogue }: Shop): Promise<Locked> {
  const { rows } = await catalogue.database.pool.query<Locked>(
    `select series_id as id, free_episode_count + 1 as number from visible_episode join series on series.id = series_id
     where free_episode_count > 0 group by series_id, free_episode_count
     having count(*) > free_episode_count order by series_id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error("No series has a locked episode.");
  return found;
}

async function tapRow({ page, context, moment }: Buyer, { port }: Shop, { id, number }: Locked) {
  await page.goto(`http://127.0.0.1:${port}/videos/${id}?ep=${number}`);
  const row = page.getByRole("link", { name: /^Unlock this series/ });
  await row.waitFor();
  await page.waitForLoadState("networkidle");
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: NETWORK.roundTrip,
    downloadThroughput: NETWORK.rate / 8,
    uploadThroughput: NETWORK.rate / 8,
  });
  await row.tap();
  const ms = (await moment("drawn")) - (await moment("tap"));
  await context.close();
  return ms;
}

async function payByWallet({ page, context, moment }: Buyer, { port }: Shop, { id, number }: Locked) {
  await page.goto(`http://127.0.0.1:${port}/order/easy?series=${id}&ep=${number}&choice=unlock`);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole("button", { name: "Google Pay" })
    .click();
  await page.frameLocator('iframe[title="Wallet sheet"]').getByRole("button", { name: "Authorise" }).click();
  const ms = (await moment("frame")) - (await moment("authorised"));
  await context.close();
  return ms;
}

/** Returns the transferred bytes of scripts that the checkout document loads and home does not. */
async function sizeOf(browser: Browser, { port }: Shop, { id, number }: Locked): Promise<number> {
  const scriptsOf = async (path: string) => {
    const page = await browser.newPage({ serviceWorkers: "block" });
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.waitForLoadState("networkidle");
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.startsWith(`${location.origin}/`) && /\.js(?:\?|$)/.test(name))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    );
    await page.close();
    return scripts;
  };
  const core = new Set((await scriptsOf("/")).map(({ name }) => name));
  const own = await scriptsOf(`/order/easy?series=${id}&ep=${number}&choice=unlock`);
  return own.filter(({ name }) => !core.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
}
