import { test as journey } from "./journey.ts";
import { importSeries } from "./many-series.ts";
import { type App, openApp } from "./start-app.ts";

/** How many series are imported beside the demo catalogue: lists of them fill five pages. */
export const imported = 120;

/**
 * Tests that need more series than the demo holds. They share one app: a worker keeps it for every file that uses this
 * `test`, because importing the series takes longer than most of the tests.
 */
export const test = journey.extend<object, { app: App }>({
  app: [
    async ({ browserName: _ }, use) => {
      const app = await openApp();
      await importSeries(app.dataDir, imported);
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
});
