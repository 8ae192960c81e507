import { timeLimit } from "../tools/time-limit.ts";
import { test as journey } from "./journey.ts";
import { importSeries } from "./many-series.ts";
import { importOnce } from "./worker-app.ts";

/** How many series are imported beside the demo catalogue: lists of them fill five pages. */
export const imported = 120;

/** Tests that need more series than the demo holds. */
export const test = journey.extend<{ manySeries: undefined }>({
  appKind: "own",
  manySeries: [
    async ({ app }, use) => {
      await importOnce(app, "many series", () => importSeries(app.dataDir, imported));
      await use(undefined);
    },
    { auto: true, timeout: timeLimit(600) },
  ],
});
