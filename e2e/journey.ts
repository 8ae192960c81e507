import { test as base, expect, type Locator, type Page, type Request } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { configureSite } from "./operator.ts";
import { openPrepared, type Simulators } from "./start-app.ts";
import type { WorkerApp } from "./worker-app.ts";

/** What a page must not do. The fixture records it during the test and checks it at the end. */
interface Watch {
  complaints: string[];
  externalRequests: string[];
  /** Complaints that a test causes itself, and that may come at any moment until its end. */
  caused: RegExp[];
}

/**
 * Which app a file's tests use. `shared`: its media files are linked between the workers' apps. `own`: a real copy, for
 * tests that import media, change the site's settings or move the clock. Each worker has one app of a kind at a time; every
 * further kind, and every other worker-scoped option of a file, would start another app per worker. `alone:` with a name of its
 * own: an app that no other file touches, for tests that compare absolute figures.
 */
type AppKind = "shared" | "own" | `alone:${string}`;

interface PerTest {
  watch: Watch;
  origin: string;
  simulators: Simulators;
  /** The configuration entries of the test's site. */
  siteConfig: Record<string, string>;
  siteConfigured: undefined;
}

/** How much of the log of the app a failure shows, in characters. */
const LOG_SHOWN = 4000;

/** The `test` of all browser tests. It uses a running app, and fails if the page logs an error or calls another host. */
export const test = base.extend<PerTest, { appKind: AppKind; app: WorkerApp }>({
  appKind: ["shared", { option: true, scope: "worker" }],
  app: [
    async ({ appKind }, use) => {
      const app = await openPrepared(appKind === "own" ? "copy" : "link");
      await use({ ...app, configured: new Map(), added: new Map() });
      await app.close();
    },
    { scope: "worker", timeout: timeLimit(180) },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  simulators: async ({ app }, use) => use(app),
  origin: async ({ baseURL }, use) => use(baseURL ?? ""),
  siteConfig: [{}, { option: true }],
  siteConfigured: [
    async ({ app, siteConfig }, use) => {
      await configureSite(app, siteConfig);
      await use(undefined);
    },
    { auto: true, timeout: timeLimit(120) },
  ],
  watch: [
    async ({ page, app, origin, simulators }, use) => {
      const watch: Watch = { complaints: [], externalRequests: [], caused: [] };
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") watch.complaints.push(message.text());
      });
      page.on("pageerror", (error) => watch.complaints.push(error.message));
      page.on("request", (request) => {
        if (request.url().startsWith(`${origin}/`) || /^(data|blob):/.test(request.url())) return;
        if (!belongsToPaying(page, request, origin, simulators)) watch.externalRequests.push(request.url());
      });
      await use(watch);
      expect(watch.externalRequests, "calls to other hosts").toEqual([]);
      // The browser logs a 404 and a connection that a test broke on purpose. Most tests block the service worker, so that
      // they see the server's answers. On a busy machine a preloaded picture is used later than the browser expects.
      const expected =
        /Service Worker registration blocked by Playwright|status of 404|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|preloaded using link preload but not used within a few seconds/;
      const own = watch.complaints.filter(
        (text) => ![expected, ...watch.caused].some((one) => one.test(text)),
      );
      // The reason of an error of the server is in its log alone.
      const said = own.some((text) => text.includes("status of 5")) ? `\n${app.log().slice(-LOG_SHOWN)}` : "";
      expect(own, `errors, warnings and policy violations on the console${said}`).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Returns whether a request to a gateway is expected: from the card form's page, or by a navigation to PayPal. */
function belongsToPaying(
  page: Page,
  request: Request,
  origin: string,
  { stripe, paypal }: Simulators,
): boolean {
  const { origin: target } = new URL(request.url());
  if (target === stripe) return page.url().startsWith(`${origin}/order/easy?`);
  if (target !== paypal) return false;
  const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame();
  return leaves || page.url().startsWith(`${paypal}/`);
}

/** A demo series: free episodes first, then locked ones. */
export interface DemoSeries {
  id: string;
  title: string;
  episodeCount: number;
  freeEpisodeCount: number;
}

/** Returns the first series of the catalogue that matches. */
export async function findSeries<T extends DemoSeries>(
  origin: string,
  fits: (series: T) => boolean,
): Promise<T> {
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${origin}/api/homepage/query?tag=all&pageSize=60&page=${page}`);
    const { data } = (await answer.json()) as { data: { list: T[] } };
    const found = data.list.find(fits);
    if (found) return found;
    if (data.list.length === 0) throw new Error("No series matches.");
  }
}

/** Returns the first featured series of home; of all, or of those that fit. */
export async function featuredSeries(
  origin: string,
  fits: (series: DemoSeries) => boolean = () => true,
): Promise<DemoSeries> {
  const answer = await fetch(`${origin}/api/homepage`);
  const { info } = (await answer.json()) as { info: { featured: { list: DemoSeries[] } } };
  const first = info.featured.list.find(fits);
  if (!first) throw new Error("No featured series matches.");
  return first;
}

/**
 * Waits until every Suspense boundary is hydrated and every section is drawn. Before that, a test's change of the DOM would
 * cause a mismatch.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("#app header, #app h1, #app footer, #app nav")].every((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactFiber")),
      ) && document.querySelector(".pending-card") === null,
  );
}

/**
 * Clicks what lies in a panel over the feed, once the panel has risen. The second attempt at a click on what moves scrolls it
 * into view on purpose, and the feed would take that for a swipe to the next episode.
 */
export async function clickWhenStill(target: Locator): Promise<void> {
  const isMoving = () =>
    target.evaluate((element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (at.getAnimations().length > 0) return true;
      return false;
    });
  await expect.poll(isMoving, { message: "the panel has risen" }).toBe(false);
  await target.click();
}

/** Waits until the position has advanced by half a second, and returns it. */
export async function expectPlaying(page: Page): Promise<number> {
  const position = () =>
    page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>("video[data-active]");
      return video && !video.paused && !video.seeking && video.readyState > 2 ? video.currentTime : null;
    });
  // An episode that starts at a saved position has that position before it plays.
  let from: number | null = null;
  let last = 0;
  const moved = async () => {
    const now = await position();
    from ??= now;
    if (now === null || from === null) return 0;
    last = now;
    return now - from;
  };
  // The limit is given here, because programs outside Playwright's runner know no settings of `expect`.
  await expect.poll(moved, { message: "the episode plays", timeout: timeLimit(15) }).toBeGreaterThan(0.5);
  return last;
}
