import type { Browser } from "@playwright/test";
import { expect, expectPlaying, featuredSeries, waitForHydration } from "./journey.ts";
import { seekTo } from "./player-state.ts";
import { type EndOfPage, withSlowDocument } from "./slow-document.ts";

/** Opens pages whose last part, from an element of that id on, comes after the code, which has to wait for it. */
export async function expectWaitForEnd(browser: Browser, origin: string, end: EndOfPage): Promise<void> {
  const series = await featuredSeries(origin);
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const done = page.waitForRequest((request) => (request.postData() ?? "").includes('"done":true'));
  await page.goto(`${origin}/videos/${series.id}`);
  await expectPlaying(page);
  await seekTo(page, 17.5);
  await (await done).response();
  await withSlowDocument(origin, end, async (slow) => {
    const open = async (path: string) => {
      await page.goto(slow + path, { waitUntil: "commit" });
      await waitForHydration(page);
    };
    await open("/");
    // The second time its code is in the browser's cache.
    await open(`/videos/${series.id}`);
    await open(`/videos/${series.id}`);
    await expectPlaying(page);
    await expect(page).toHaveTitle(/Episode 2/);
    expect(errors).toEqual([]);
    await context.close();
  });
}
