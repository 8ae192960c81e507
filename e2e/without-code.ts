import type { Page, Route } from "@playwright/test";

/** The app's code, except the small boot script that requests it. */
export const code = /\/assets\/(?!boot-)[^/]*\.js$/;

/** Delays the app's code until the returned function is called. */
export async function withoutCode(page: Page): Promise<() => Promise<void>> {
  let waiting: Route[] | null = [];
  await page.route(code, (route) => (waiting ? void waiting.push(route) : route.continue()));
  return async () => {
    const held = waiting ?? [];
    waiting = null;
    await Promise.all(held.map((route) => route.continue()));
  };
}
