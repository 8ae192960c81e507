import { test as base, expect, type Page, type Request } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { configureSite } from "./operator.ts";
import { openPrepared, type StandIns } from "./start-app.ts";
import type { WorkerApp } from "./worker-app.ts";

/** What a page did that it should not have: filled while the journey goes on, looked at by `expectClean`. */
interface Watch {
  complaints: string[];
  foreign: string[];
}

/**
 * Which app a file's tests use. `shared`: its media files are linked between the workers' apps. `own`: a real copy, for
 * tests that import media, change the site's settings or move the clock. Each worker has one app of a kind at a time; every
 * further kind, and every other worker-scoped option of a file, would start another app per worker.
 */
type AppKind = "shared" | "own";

interface PerTest {
  watch: Watch;
  origin: string;
  standIns: StandIns;
  /** The configuration entries that the test's site has. */
  siteConfig: Record<string, string>;
  siteConfigured: undefined;
}

/** Journeys start from the running app and end with a page that neither complained nor called anybody else. */
export const test = base.extend<PerTest, { appKind: AppKind; app: WorkerApp }>({
  appKind: ["shared", { option: true, scope: "worker" }],
  app: [
    async ({ appKind }, use) => {
      const app = await openPrepared(appKind === "own" ? "copy" : "link");
      await use({ ...app, configured: new Map(), imported: new Map() });
      await app.close();
    },
    { scope: "worker", timeout: timeLimit(180) },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  standIns: async ({ app }, use) => use(app),
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
    async ({ page, origin, standIns }, use) => {
      const watch: Watch = { complaints: [], foreign: [] };
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") watch.complaints.push(message.text());
      });
      page.on("pageerror", (error) => watch.complaints.push(error.message));
      page.on("request", (request) => {
        if (request.url().startsWith(`${origin}/`) || /^(data|blob):/.test(request.url())) return;
        if (!belongsToPaying(page, request, origin, standIns)) watch.foreign.push(request.url());
      });
      await use(watch);
      expect(watch.foreign, "calls to other hosts").toEqual([]);
      // The browser itself notes a page that is not there, and a connection that a journey broke on purpose; most
      // journeys go without the service worker, so that they see what the server says.
      const expected =
        /Service Worker registration blocked by Playwright|status of 404|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/;
      const own = watch.complaints.filter((text) => !expected.test(text));
      expect(own, "errors, warnings and policy violations on the console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The page of the card form asks the card gateway, and whoever pays with PayPal goes there: nothing else does. */
function belongsToPaying(
  page: Page,
  request: Request,
  origin: string,
  { stripe, paypal }: StandIns,
): boolean {
  const { origin: target } = new URL(request.url());
  if (target === stripe) return page.url().startsWith(`${origin}/order/easy?`);
  if (target !== paypal) return false;
  const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame();
  return leaves || page.url().startsWith(`${paypal}/`);
}

/** The demo series that the journeys use: free episodes first, then locked ones. */
export interface DemoSeries {
  id: string;
  title: string;
  episodeCount: number;
  freeEpisodeCount: number;
}

/** The first series of the whole catalogue that fits. */
export async function findSeries<T extends DemoSeries>(
  origin: string,
  fits: (series: T) => boolean,
): Promise<T> {
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${origin}/api/homepage/query?tag=all&pageSize=60&page=${page}`);
    const { data } = (await answer.json()) as { data: { list: T[] } };
    const found = data.list.find(fits);
    if (found) return found;
    if (data.list.length === 0) throw new Error("No series fits.");
  }
}

/** The series that home features first. */
export async function featuredSeries(origin: string): Promise<DemoSeries> {
  const answer = await fetch(`${origin}/api/homepage`);
  const { info } = (await answer.json()) as { info: { featured: { list: DemoSeries[] } } };
  const [first] = info.featured.list;
  if (!first) throw new Error("The demo catalogue is empty.");
  return first;
}

/** Waits until the app has taken over every piece of the server's markup: what a test changes before would be met there. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#app header, #app h1, #app footer, #app nav")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber")),
    ),
  );
}

/** Waits until the picture moves: the position grows by half a second. Returns the position. */
export async function expectPlaying(page: Page): Promise<number> {
  const position = () =>
    page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>("video[data-active]");
      return video && !video.paused && !video.seeking && video.readyState > 2 ? video.currentTime : null;
    });
  // A film that begins at a place of its own stands there before it plays.
  let from: number | null = null;
  const moved = async () => {
    const now = await position();
    from ??= now;
    return now === null || from === null ? 0 : now - from;
  };
  await expect.poll(moved, { message: "the episode plays" }).toBeGreaterThan(0.5);
  return (await position()) ?? 0;
}
