import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startEngine } from "../../tools/engine.ts";
import { endWithSummary } from "../../tools/test-summary.ts";
import { chromiumOptions } from "../chromium.ts";
import { type DemoSeries, expectPlaying } from "../journey.ts";
import { freePort, openApp } from "../start-app.ts";

/**
 * Watches in Chromium through the recipe of deploy/edge as shipped: TLS, HTTP/2, the site, the console and the media each on a host of its
 * own (O37). Part of `npm run test:long`; it ends with a summary. Is skipped without nginx and njs.
 */
const SITE = "watch.example.com";
const MEDIA = "media.example.com";
const CONSOLE = "console.example.com";

const results = { passed: 0, failed: 0, skipped: 0 };

/** An answer under a grant, as the browser received it. */
interface Answer {
  host: string;
  path: string;
  status: number;
  cache: string | null;
}

async function prove(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    results.passed += 1;
    console.log(`ok   O37: ${what}`);
  } catch (error) {
    results.failed += 1;
    console.log(`FAIL O37: ${what}`);
    console.error(error);
  }
}

function expectEqual(actual: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

/** Opens a phone for a new viewer, and collects what it receives under grants and what its pages complain of. */
async function openPhone(browser: Browser) {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ignoreHTTPSErrors: true,
    serviceWorkers: "block",
    locale: "en-US",
  });
  const page = await context.newPage();
  const answers: Answer[] = [];
  const complaints: string[] = [];
  page.on("response", async (response) => {
    const { hostname, pathname } = new URL(response.url());
    if (!pathname.startsWith("/media/v/")) return;
    const status = response.status();
    const cache = await response.headerValue("x-cache").catch(() => null);
    answers.push({ host: hostname, path: pathname, status, cache });
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { context, page, answers, complaints };
}

/** Returns the protocols by which the page fetched from a host. They are empty where the host does not let the page know. */
function protocolsOf(page: Page, host: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const own = entries.filter(({ name }) => new URL(name).hostname === wanted);
    return [...new Set(own.map(({ nextHopProtocol }) => nextHopProtocol))];
  }, host);
}

/** Returns the first featured series, asked for as the page does: the app answers to the site's host alone. */
function readFeatured(page: Page): Promise<DemoSeries> {
  return page.evaluate(async () => {
    const answer = await fetch("/api/homepage");
    return (await answer.json()).info.featured.list[0];
  });
}

async function watch(browser: Browser, address: { site: string; port: string }): Promise<void> {
  const { site, port } = address;
  const first = await openPhone(browser);
  const { page, answers } = first;
  await page.goto(site);
  const series = await readFeatured(page);
  await prove(
    "a visitor opens home by HTTP/2 and watches an episode whose media has a host of its own",
    async () => {
      await page.goto(site);
      await page
        .getByRole("link", { name: /Watch episode 1/ })
        .first()
        .click();
      await expectPlaying(page);
      expectEqual([...new Set(answers.map(({ host }) => host))], [MEDIA]);
      expectEqual(
        answers.filter(({ status }) => status >= 400),
        [],
      );
      expectEqual(await protocolsOf(page, SITE), ["h2"]);
      expectEqual(await protocolsOf(page, MEDIA), ["h2"]);
    },
  );
  await prove("captions and the pictures of seeking come from the media's host", async () => {
    await page.waitForFunction(() => {
      const track = document.querySelector<HTMLTrackElement>("video[data-active] track");
      return track?.readyState === 2 && (track.track.cues?.length ?? 0) > 0;
    });
    const sprite = page.waitForResponse(/storyboard\.jpg/);
    await page.locator("video[data-active]").evaluate((video: HTMLVideoElement) => video.pause());
    const bar = page.getByRole("slider", { name: /seek|position/i }).first();
    const box = await bar.boundingBox();
    if (!box) throw new Error("There is no bar to seek by.");
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 });
    expectEqual((await sprite).status(), 200);
    await page.mouse.up();
  });
  await prove("the next episode follows, and no page complains", async () => {
    await page.goto(`${site}/videos/${series.id}`);
    await expectPlaying(page);
    await page.keyboard.press("Shift+N");
    await page.waitForURL(/ep=2/);
    await expectPlaying(page);
    expectEqual(first.complaints, []);
  });
  await prove(
    "a second viewer gets the same files from the edge, each with a grant of their own",
    async () => {
      const second = await openPhone(browser);
      await second.page.goto(`${site}/videos/${series.id}`);
      await expectPlaying(second.page);
      const fileOf = (path: string) => path.split("/").slice(-2).join("/");
      const known = new Set(answers.map(({ path }) => fileOf(path)));
      const kept = second.answers.filter(({ path }) => known.has(fileOf(path)) && !path.endsWith(".m3u8"));
      expectEqual(kept.length > 2 && kept.every(({ cache }) => cache === "HIT"), true);
      const paths = new Set(answers.map(({ path }) => path));
      expectEqual(
        kept.filter(({ path }) => paths.has(path)),
        [],
      );
      await second.context.close();
    },
  );
  await prove("a locked episode stays locked: nothing of it is asked for at the media's host", async () => {
    const guest = await openPhone(browser);
    await guest.page.goto(`${site}/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`);
    await guest.page
      .getByText(/locked/i)
      .first()
      .waitFor();
    await guest.page.waitForLoadState("networkidle");
    expectEqual(guest.answers, []);
    await guest.context.close();
  });
  await prove("the console opens at its host alone", async () => {
    const operator = await openPhone(browser);
    await operator.page.goto(`https://${CONSOLE}:${port}/console`);
    await operator.page.getByRole("heading", { name: /sign in/i }).waitFor();
    expectEqual((await operator.page.goto(`${site}/console`))?.status(), 404);
    expectEqual((await operator.page.goto(`https://${MEDIA}:${port}/`))?.status(), 404);
    await operator.context.close();
  });
  await prove("another site's page cannot read media, and http leads to https", async () => {
    const [segment] = answers.filter(({ path }) => path.endsWith(".m4s"));
    const address = `https://${MEDIA}:${port}${segment?.path}`;
    const read = (from: Page) =>
      from.evaluate(
        (url) =>
          fetch(url).then(
            ({ status }) => status,
            () => "refused by the browser",
          ),
        address,
      );
    expectEqual(await read(page), 200);
    await page.goto(`https://${CONSOLE}:${port}/console`);
    expectEqual(await read(page), "refused by the browser");
    const plain = await fetch(`http://127.0.0.1:${Number(port) + 1}/`, { redirect: "manual" });
    expectEqual([plain.status, plain.headers.get("location")], [301, `https://127.0.0.1:${port}/`]);
  });
  await first.context.close();
}

const keys = { GRANT_KEYS: `k1:${"grant".padEnd(40, "0")}`, ORIGIN_SECRET: "origin".padEnd(40, "0") };
const port = await freePort();
const edge = startEngine("edge", { ...keys, TLS: "1", APPS: `127.0.0.1:${port}` });
if ("missing" in edge) {
  console.log(edge.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  const edgePort = edge.env["PORT"] ?? "";
  const site = `https://${SITE}:${edgePort}`;
  const app = await openApp({
    ...keys,
    PORT: String(port),
    DEMO: "on",
    PUBLIC_ORIGIN: site,
    CONSOLE_ORIGIN: `https://${CONSOLE}:${edgePort}`,
    MEDIA_ORIGIN: `https://${MEDIA}:${edgePort}`,
    MEDIA_EDGE: "checked",
    TRUST_PROXY: "127.0.0.1",
  });
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [...chromiumOptions.args, "--host-resolver-rules=MAP *.example.com 127.0.0.1"],
  });
  try {
    await watch(browser, { site, port: edgePort });
  } catch (error) {
    results.failed += 1;
    console.error(error, app.log());
  } finally {
    await browser.close();
    await app.close();
    edge.down();
  }
  endWithSummary(results);
}
