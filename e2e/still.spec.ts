import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { openFilm } from "./film.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { asMember } from "./person.ts";

/** As long as an answer takes on a bad line. */
const slow = 600;
const most = 0.02;

test("R14: an episode that goes over into the next by itself moves nothing on the page", async ({
  page,
  origin,
}) => {
  await recordLayoutShifts(page);
  await openFilm(page, origin, "?ep=1&t=14");
  await expect(page).toHaveURL(/ep=2/, { timeout: timeLimit(40) });
  await expectPlaying(page);
  expect(await layoutShiftsOf(page)).toBeLessThan(most);
});

test("R16, R25: on a bad line nothing on a guest's screens is pushed about by what comes late", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await recordLayoutShifts(page);
  await answerSlowly(page);
  for (const path of ["/", "/my", "/shopping", `/shopping?series=${id}`, "/browse/all"]) {
    await page.goto(path);
    await allCame(page);
    expect(await layoutShiftsOf(page), path).toBeLessThan(most);
  }
});

test("R15, R16: nor on a member's", async ({ page }) => {
  await asMember(page);
  await recordLayoutShifts(page);
  await answerSlowly(page);
  for (const path of ["/", "/my", "/individual", "/favorites", "/historys"]) {
    await page.goto(path);
    await allCame(page);
    expect(await layoutShiftsOf(page), path).toBeLessThan(most);
  }
});

async function answerSlowly(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slow));
    // A page that was left meanwhile waits for nothing.
    await route.continue().catch(() => undefined);
  });
}

// Nothing is on its way, and no place is held for it any more.
async function allCame(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".animate-pulse")).toHaveCount(0);
}
