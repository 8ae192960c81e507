import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { asMember } from "./person.ts";
import { playFeaturedSeries } from "./player-state.ts";

/** The delay of an answer on a slow network. */
const ANSWER_DELAY_MS = 600;
const MAX_LAYOUT_SHIFT = 0.02;

test("R14: the automatic change to the next episode causes no layout shift", async ({ page, origin }) => {
  await recordLayoutShifts(page);
  await playFeaturedSeries(page, origin, "?ep=1&t=14");
  await expect(page).toHaveURL(/ep=2/, { timeout: timeLimit(40) });
  await expectPlaying(page);
  expect(await layoutShiftsOf(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
});

test("R16, R25: on a slow network late data shifts nothing on a guest's screens", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await recordLayoutShifts(page);
  await answerSlowly(page);
  for (const path of ["/", "/my", "/shopping", `/shopping?series=${id}`, "/browse/all"]) {
    await page.goto(path);
    await allCame(page);
    expect(await layoutShiftsOf(page), path).toBeLessThan(MAX_LAYOUT_SHIFT);
  }
});

test("R15, R16: on a slow network late data shifts nothing on a member's screens", async ({ page }) => {
  await asMember(page);
  await recordLayoutShifts(page);
  await answerSlowly(page);
  for (const path of ["/", "/my", "/individual", "/favorites", "/historys"]) {
    await page.goto(path);
    await allCame(page);
    expect(await layoutShiftsOf(page), path).toBeLessThan(MAX_LAYOUT_SHIFT);
  }
});

async function answerSlowly(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
    // The page may have been left in the meantime.
    await route.continue().catch(() => undefined);
  });
}

// Waits until nothing is loading and no skeleton is shown.
async function allCame(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".animate-pulse")).toHaveCount(0);
}
