import { chromium } from "@playwright/test";
import { test as journey } from "./journey.ts";
import config from "./playwright.config.ts";

/**
 * Returns a `test` on a touch screen in a browser with this autoplay policy. Each test launches its own browser, because a
 * worker-scoped launch option would start another app per worker.
 */
export function testWithAutoplay(policy: "document-user-activation-required" | "user-gesture-required") {
  const { args = [], ...launch } = config.use?.launchOptions ?? {};
  return journey.extend({
    hasTouch: true,
    isMobile: true,
    context: async ({ origin, viewport, locale, hasTouch, isMobile, serviceWorkers }, use) => {
      const browser = await chromium.launch({
        ...launch,
        args: [...args.filter((arg) => !arg.startsWith("--autoplay-policy")), `--autoplay-policy=${policy}`],
      });
      try {
        const options = { baseURL: origin, viewport, hasTouch, isMobile, serviceWorkers };
        await use(await browser.newContext({ ...options, ...(locale ? { locale } : {}) }));
      } finally {
        await browser.close();
      }
    },
  });
}
