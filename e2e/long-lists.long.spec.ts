import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expect } from "./journey.ts";
import { added, test } from "./many-series-app.ts";
import { asMember } from "./person.ts";

const lists = [
  { path: "/browse/harbours", call: /\/api\/homepage\/query\?.*\bpage=3\b/ },
  { path: "/more/recommended", call: /\/api\/homepage\/query\?.*\bpage=3\b/ },
  { path: "/searchDetail/harbour", call: /\/api\/homepage\/query\?.*\bpage=3\b/ },
  { path: "/favorites", call: /\/api\/user\/favorite\?.*\bpage=3\b/, membersOnly: true },
  { path: "/historys", call: /\/api\/user\/history\?.*\bpage=3\b/, membersOnly: true },
];

const cards = (page: Page) => page.locator("main a[href^='/videos/']");

for (const { path, call, membersOnly } of lists) {
  test(`R33: ${path} pages through ${added} series on a slow network and one failed page to "No more content", and Back returns to the same card`, async ({
    page,
  }) => {
    test.setTimeout(timeLimit(180));
    if (membersOnly) {
      await asMember(page);
      await fillLibrary(page);
    }
    await page.goto(path);
    await expect(cards(page).first()).toBeVisible();
    await slowDown(page);
    let failures = 0;
    await page.route(call, (route) => {
      failures += 1;
      // The app repeats a lost call once before it shows a retry button.
      return failures <= 2 ? route.abort("connectionreset") : route.continue();
    });
    await noteTexts(page, ["Loading...", "Load more"]);
    await expect(async () => {
      await page.mouse.wheel(0, 6000);
      const retry = page.getByRole("main").getByRole("button", { name: "Try again", exact: true });
      if (await retry.isVisible()) {
        await expect(page.getByRole("alert")).toBeVisible();
        await retry.click();
      }
      await expect(page.getByText("No more content")).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [100], timeout: timeLimit(60) });
    const noted = await page.evaluate(() => [...(Reflect.get(window, "notedTexts") as Set<string>)]);
    expect(new Set(noted)).toEqual(new Set(["Load more", "Loading..."]));
    expect(failures).toBe(3);
    const targets = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("href")));
    expect(new Set(targets.map((href) => href?.split("?")[0])).size).toBeGreaterThanOrEqual(added);

    const chosen = cards(page).nth(targets.length - 8);
    await chosen.scrollIntoViewIfNeeded();
    const href = await chosen.getAttribute("href");
    const place = await topOf(page, href);
    await chosen.click();
    await expect(page).toHaveURL(/\/videos\//);
    await expect(page.locator("video[data-active]")).toBeAttached();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByText("No more content")).toBeAttached();
    await expect.poll(async () => Math.abs((await topOf(page, href)) - place)).toBeLessThan(8);
  });
}

/** Distance of a card from the top of the viewport, in CSS pixels; NaN where it is not rendered. */
function topOf(page: Page, href: string | null): Promise<number> {
  return page.evaluate((target) => {
    const card = [...document.querySelectorAll("main a")].find(
      (link) => link.getAttribute("href") === target,
    );
    return card ? card.getBoundingClientRect().top : Number.NaN;
  }, href);
}

/** Records which of the texts a button of the main content shows, however briefly. */
async function noteTexts(page: Page, texts: string[]): Promise<void> {
  await page.evaluate((wanted) => {
    const noted = new Set<string>();
    Object.assign(window, { notedTexts: noted });
    const inspect = () => {
      for (const { textContent } of document.querySelectorAll("main button"))
        if (textContent && wanted.includes(textContent)) noted.add(textContent);
    };
    inspect();
    new MutationObserver(inspect).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, texts);
}

/** Simulates a crowded mobile network: 400 ms of latency and 1.5 Mbit/s. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 187_500,
    uploadThroughput: 93_750,
  });
}

/** Adds every series to My List and History through the app's API calls. */
async function fillLibrary(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const read = async (path: string) =>
      (await (await fetch(path)).json()) as { data: { list: { id: string }[] } };
    const send = async (path: string, body: object) => {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    };
    const series: { id: string }[] = [];
    for (let at = 1; at <= 2; at += 1)
      series.push(...(await read(`/api/homepage/query?tag=harbours&pageSize=60&page=${at}`)).data.list);
    if (series.length !== count) throw new Error(`${series.length} series were found`);
    for (const [at, { id }] of series.entries()) {
      await send("/api/user/favorite", { seriesId: id });
      const [episode] = (await read(`/api/video/episode?seriesId=${id}`)).data.list;
      const watchedAt = new Date(Date.now() - at * 60_000).toISOString();
      await send("/api/user/history", { episodeId: episode?.id, position: 5, duration: 18, at: watchedAt });
    }
  }, added);
}
