import { timeLimit } from "../tools/time-limit.ts";
import { test as journey } from "./journey.ts";
import { importSeries } from "./many-series.ts";
import { operator } from "./operator.ts";
import { importOnce } from "./worker-app.ts";

/** The number of series imported in addition to the demo catalogue. Their lists fill five pages. */
export const imported = 120;

/** The `test` for more series than the demo catalogue has. */
export const test = journey.extend<{ manySeries: undefined }>({
  appKind: "own",
  manySeries: [
    async ({ app }, use) => {
      await importOnce(app, "many series", async () => {
        // A journey of the console may have renamed the site of this app.
        await operator(app, "site", "unset", "name");
        await importSeries(app.dataDir, imported);
      });
      await use(undefined);
    },
    { auto: true, timeout: timeLimit(600) },
  ],
});
