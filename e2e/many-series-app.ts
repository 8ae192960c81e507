import { timeLimit } from "../tools/time-limit.ts";
import { test as journey } from "./journey.ts";
import { addManySeries } from "./many-series.ts";
import { setEntries } from "./operator.ts";
import { addOnce } from "./worker-app.ts";

/** The number of series in addition to the demo catalogue. Their lists fill five pages. */
export const added = 120;

/** The `test` for more series than the demo catalogue has. */
export const test = journey.extend<{ manySeries: undefined }>({
  appKind: "own",
  manySeries: [
    async ({ app }, use) => {
      await addOnce(app, "many series", async () => {
        // A journey of the console may have renamed the site of this app.
        await setEntries(app, "site", { name: null });
        await addManySeries(app, added);
      });
      await use(undefined);
    },
    { auto: true, timeout: timeLimit(120) },
  ],
});
