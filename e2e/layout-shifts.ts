import type { Page } from "@playwright/test";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Records the layout shifts of every page opened from now on, except those that follow an input. */
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

/** Returns the sum of the layout shifts since the page was opened. */
export function layoutShiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}
