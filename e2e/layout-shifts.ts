import type { Page } from "@playwright/test";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Has each page that is opened from here on note what moves by itself: what an input moved is left out. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { shifts: 0 };
    Object.assign(window, noted);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) (window as unknown as typeof noted).shifts += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much has moved by itself since the page was opened: the sum of its layout shifts. */
export function layoutShiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}
