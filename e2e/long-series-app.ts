import { timeLimit } from "../tools/time-limit.ts";
import { findSeries, test as journey } from "./journey.ts";
import { addSeries } from "./many-series.ts";
import { addOnce } from "./worker-app.ts";

/** The number of episodes of the long series. */
export const length = 40;

/** The `test` for a long series. */
export const test = journey.extend<{ longSeries: string }>({
  appKind: "own",
  longSeries: [
    async ({ app }, use) => {
      const series = { title: "The Long Way", episodeCount: length, freeEpisodeCount: length };
      await addOnce(app, series.title, () => addSeries(app, [series]));
      const { id } = await findSeries(app.origin, ({ episodeCount }) => episodeCount === length);
      await use(id);
    },
    { timeout: timeLimit(180) },
  ],
  hasTouch: true,
  isMobile: true,
});
