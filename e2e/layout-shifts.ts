import type { Page } from "@playwright/test";

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface Noted {
  shifts: number;
  /** What moved by more than {@link JUMP_PX} up or down outside the carousel, whose title waits for its font. */
  jumps: string[];
}

/** A font that arrives late moves less. */
const JUMP_PX = 20;

/** Records the layout shifts of every page opened from now on, except those that follow an input. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript((jumpPx) => {
    const noted: Noted = { shifts: 0, jumps: [] };
    Object.assign(window, noted);
    const kept = window as unknown as Noted;
    const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null));
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        kept.shifts += value;
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const element = elementOf(node);
          if (Math.abs(to.y - from.y) <= jumpPx || element?.closest("[aria-labelledby=featured]")) continue;
          kept.jumps.push(
            `${element?.tagName} "${element?.textContent?.slice(0, 40)}" from ${from.y} to ${to.y}`,
          );
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, JUMP_PX);
}

/** Returns the sum of the layout shifts since the page was opened. */
export function layoutShiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as Noted).shifts);
}

/** Returns what jumped up or down since the page was opened, outside the carousel. */
export function jumpsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as Noted).jumps);
}
