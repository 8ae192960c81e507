import type { Page } from "@playwright/test";
import { expect, waitForHydration } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { withoutCode } from "./without-code.ts";

const MAX_LAYOUT_SHIFT = 0.02;

/** A card with a title of one line more or less would move what follows by more. */
const MAX_MOVE_PX = 4;

/** A section of home, as its call answers. */
interface Section {
  id: string;
  title: string;
  kind: string;
  list: { id: string; title: string; tags: { id: string }[] }[];
}

/** Returns the sections of home. */
export async function sectionsOf(origin: string): Promise<Section[]> {
  const answer = await fetch(`${origin}/api/homepage`);
  return ((await answer.json()) as { info: { sections: Section[] } }).info.sections;
}

/** Checks on a screen of a size that home, once idle and without scrolling, has drawn every section in its place. */
export async function expectSectionsInPlace(
  page: Page,
  origin: string,
  viewport: { width: number; height: number },
): Promise<void> {
  await page.setViewportSize(viewport);
  await recordLayoutShifts(page);
  const release = await withoutCode(page);
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const pending = page.locator(".pending-card");
  expect(await pending.count()).toBeGreaterThan(0);
  const before = await heightOf();
  await release();
  await waitForHydration(page);
  await expect(pending).toHaveCount(0);
  expect(Math.abs((await heightOf()) - before)).toBeLessThanOrEqual(MAX_MOVE_PX);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  const sections = await sectionsOf(origin);
  for (const { id, list, kind } of sections) {
    const shown = kind === "ranking" ? list.slice(0, 5) : list;
    const cards = page.locator(`section[aria-labelledby="section-${id}"] a[href^="/videos/"]`);
    await expect(cards).toHaveCount(shown.length);
  }
  const last = sections.at(-1)?.list.at(-1)?.title ?? "";
  // What find-in-page does: it finds the text, wherever it is.
  expect(
    await page.evaluate((title) => (window as unknown as { find(text: string): boolean }).find(title), last),
  ).toBe(true);
  await page.getByRole("contentinfo").getByRole("link").first().focus();
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(":focus")).toContainText(last);
  expect(await layoutShiftsOf(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
}
