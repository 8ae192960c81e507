import type { Page } from "@playwright/test";
import { callOf } from "./checkout.ts";
import { type DemoSeries, findSeries } from "./journey.ts";

/** Returns a locked series other than some. */
export const another = (origin: string, ...known: DemoSeries[]) =>
  findSeries(
    origin,
    ({ id, episodeCount, freeEpisodeCount }) =>
      freeEpisodeCount > 0 && episodeCount > freeEpisodeCount && !known.some((one) => one.id === id),
  );

/** Opens the paywall sheet of a series. */
export async function openSheet(page: Page, { id, freeEpisodeCount }: DemoSeries) {
  const locked = freeEpisodeCount + 1;
  await page.goto(`/videos/${id}?ep=${locked}`);
  return page.getByRole("dialog", { name: `Episode ${locked} is next` });
}

/** Returns the newest order of the page's member. */
export async function newestOrder(page: Page): Promise<string> {
  const { info } = await callOf<{ orders: { id: string }[] }>(page, "GET", "/api/payment");
  return info.orders[0]?.id ?? "";
}
