import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { accessibilityFaults } from "./axe.ts";
import { expect, expectPlaying, featuredSeries, test as journey } from "./journey.ts";
import { openReverseProxy, type ReverseProxy } from "./reverse-proxy.ts";

/** The `test` with a service worker, and a connection to the app that may break. */
const test = journey.extend<{ front: ReverseProxy }>({
  front: async ({ app }, use) => {
    const front = await openReverseProxy(app.origin);
    await use(front);
    await front.close();
  },
  baseURL: async ({ front }, use) => use(front.origin),
});
test.use({ serviceWorkers: "allow" });

/** Waits until the service worker controls the page and has received its language. */
async function untilControlled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: timeLimit(20) })
    .toBe("activated");
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match("/offline-language"))))
    .toBe(true);
}

test("R1: the site can be installed: a manifest in the page's language, with icons of the sizes that it names", async ({
  page,
  origin,
}) => {
  await page.goto("/?lang=fy");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await fetch(origin + href)).json();
  expect(manifest).toMatchObject({
    name: "Cliffhanger",
    lang: "fr",
    start_url: "/",
    scope: "/",
    display: "standalone",
  });
  expect(manifest.description).toContain("séries courtes");
  const purposes = new Set<string>();
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const { width, height, found } = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const answer = await fetch(url);
      const { naturalWidth, naturalHeight } = image;
      return {
        width: naturalWidth,
        height: naturalHeight,
        found: answer.headers.get("content-type")?.split(";")[0],
      };
    }, src);
    expect(found, src).toBe(type);
    expect(["any", `${width}x${height}`], src).toContain(sizes);
    purposes.add(`${purpose} ${sizes}`);
  }
  expect([...purposes]).toEqual(
    expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512", "any any"]),
  );
});

for (const { code, language, title, retry } of [
  { code: "en", language: "en", title: "You are offline", retry: "Try again" },
  { code: "dy", language: "de", title: "Du bist offline", retry: "Noch einmal versuchen" },
]) {
  test(`R9: without a connection the app still opens, says so in ${language}, and continues when it is back`, async ({
    page,
    front,
  }) => {
    await page.goto(`/?lang=${code}`);
    await untilControlled(page);
    front.setDown(true);
    await page.goto("/browse/all");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const styles = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return { ground: style.backgroundColor, fonts: document.fonts.check("600 20px Fraunces") };
    });
    expect(styles).toEqual({ ground: "rgb(12, 11, 16)", fonts: true });
    expect(await accessibilityFaults(page)).toEqual([]);
    front.setDown(false);
    await page.getByRole("link", { name: retry }).click();
    await expect(page).toHaveURL(/\/browse\/all$/);
    await expect(page.locator("main a[href^='/videos/']").first()).toBeVisible();
  });
}

test("R14: media and API calls bypass the service worker; the app's files do not", async ({
  page,
  front,
}) => {
  const { id } = await featuredSeries(front.origin);
  await page.goto("/");
  await untilControlled(page);
  const seen: { path: string; byWorker: boolean }[] = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    seen.push({ path, byWorker: response.fromServiceWorker() });
  });
  await page.goto(`/videos/${id}`);
  await expectPlaying(page);
  const through = seen.filter(({ byWorker }) => byWorker).map(({ path }) => path);
  const past = seen.filter(({ byWorker }) => !byWorker).map(({ path }) => path);
  expect(through.filter((path) => /^\/(api|media|order)\//.test(path))).toEqual([]);
  expect(past.some((path) => path.startsWith("/media/v/"))).toBe(true);
  expect(past.some((path) => path.startsWith("/api/"))).toBe(true);
  expect(through.some((path) => path.startsWith("/assets/"))).toBe(true);
});

test("an open page offers a newer version, plays on, and loads it on request", async ({ page, front }) => {
  const { id } = await featuredSeries(front.origin);
  await page.goto(`/videos/${id}`);
  await untilControlled(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const prompt = page.getByText("A new version is here");
  await expect(prompt).toBeHidden();
  front.rewrite("/sw.js", (text) =>
    text
      .replace(/"version":"[^"]+"/, '"version":"next"')
      .replace(/"entry":"[^"]+"/, '"entry":"/assets/next.js"'),
  );
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  await expect(prompt).toBeVisible();
  await expectPlaying(page);
  expect(await page.evaluate(() => "stayed" in window), "nothing reloads automatically").toBe(true);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  expect(await page.evaluate(() => "stayed" in window)).toBe(false);
  await expect
    .poll(() => page.evaluate(() => caches.keys()), "the old version's cache is deleted")
    .toEqual(["core-next"]);
});

test("R1: a newer version is offered although the server has no file of the open page any more", async ({
  page,
  front,
}) => {
  await page.goto("/");
  await untilControlled(page);
  front.rewrite("/sw.js", (text) =>
    text
      .replace(/"version":"[^"]+"/, '"version":"next"')
      .replace(/"entry":"[^"]+"/, '"entry":"/assets/next.js"')
      .replace(/"files":\[[^\]]*\]/, '"files":[]'),
  );
  front.remove("/assets/");
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText("A new version is here")).toBeVisible();
});

test("a page of the new build does not offer a reload", async ({ page, front }) => {
  await page.goto("/");
  await untilControlled(page);
  front.rewrite("/sw.js", (text) => text.replace(/"version":"[^"]+"/, '"version":"same-entry"'));
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["core-same-entry"]);
  await expect(page.getByText("A new version is here")).toBeHidden();
});
