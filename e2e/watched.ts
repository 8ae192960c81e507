import type { Data } from "@cliffhanger/contract";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { type DemoSeries, expect, expectPlaying, featuredSeries } from "./journey.ts";
import { jumpsOf, layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";

const reports = "/api/user/history";

/** Watches an episode from shortly before a position until the server has the progress. */
async function watchTo(page: Page, series: DemoSeries, episode: number, seconds: number): Promise<void> {
  await page.goto(`/videos/${series.id}?ep=${episode}&t=${seconds - 3}`);
  await expectPlaying(page);
  await arrived(page, episode, seconds - 1);
}

/** Reports a position of an episode as the viewer of a page's browser, by the call that the player makes. */
export async function reportPosition(
  page: Page,
  series: DemoSeries,
  episode: number,
  position: number,
): Promise<void> {
  const { request } = page.context();
  const answer = await request.get(`/api/video/episode?seriesId=${series.id}`);
  const { data } = (await answer.json()) as { data: Data<"GET /api/video/episode"> };
  const episodeId = data.list.find(({ number }) => number === episode)?.id;
  const reported = await request.post(reports, { data: { episodeId, position } });
  expect(await reported.json()).toMatchObject({ code: 200 });
}

/** Waits until the server has that position of an episode as this browser's last one, or a later position. */
export async function arrived(page: Page, episode: number, seconds: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const last = await lastWatched(page);
        return last?.episode.number === episode ? last.position : -1;
      },
      { message: "the saved position", timeout: timeLimit(30) },
    )
    .toBeGreaterThanOrEqual(seconds);
}

/** Returns the position that the server has of this browser's last episode, or -1. */
export async function savedPosition(page: Page): Promise<number> {
  return (await lastWatched(page))?.position ?? -1;
}

/** Returns the same as a percentage of the episode. */
async function savedPercentage(page: Page): Promise<number> {
  const last = await lastWatched(page);
  return last ? Math.round((100 * last.position) / last.duration) : -1;
}

async function lastWatched(page: Page) {
  const answer = await page.context().request.get(reports);
  const { data } = (await answer.json()) as { data?: Data<"GET /api/user/history"> };
  return data?.list[0];
}

/**
 * Checks on a screen of a size that home shows what to continue, with its progress, without a layout shift. `audit` runs while the
 * row is there.
 */
export async function expectContinueRow(
  page: Page,
  origin: string,
  viewport: { width: number; height: number },
  audit?: () => Promise<void>,
): Promise<void> {
  const series = await featuredSeries(origin);
  await page.setViewportSize(viewport);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Continue watching" })).toBeHidden();
  await watchTo(page, series, 2, 9);
  await recordLayoutShifts(page);
  await page.goto("/");
  const row = page.getByRole("region", { name: "Continue watching" });
  const card = row.getByRole("link", { name: /Episode 2, \d+% watched/ });
  await expect(card).toBeVisible();
  const share = Number(/(\d+)%/.exec(await card.innerText())?.[1]);
  expect(share).toBe(await savedPercentage(page));
  expect(share).toBeGreaterThanOrEqual(44);
  expect(await jumpsOf(page)).toEqual([]);
  expect(await layoutShiftsOf(page)).toBeLessThan(0.05);
  await audit?.();

  await row.getByRole("button", { name: /^Take/ }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await card.click();
  await expect(page).toHaveTitle(/Episode 2/);
  expect(await expectPlaying(page)).toBeGreaterThan(6);
}
