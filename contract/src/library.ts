import * as z from "zod";
import { SeriesCard } from "./catalogue.ts";
import { Id, Moment, numberParameter, page, Seconds } from "./common.ts";

/** A page's number and size in the query of a list. */
export const PageQuery = z.object({
  page: numberParameter(1, 10_000, 1),
  pageSize: numberParameter(1, 100, 20),
});

/** The last watched episode of a series, and its position (R22, R39). */
export const HistoryEntry = z.object({
  series: SeriesCard,
  episode: z.object({ id: Id, number: z.int().positive(), title: z.string() }),
  /** The number of the next episode that is there, which need not be the next number; null after the last one. */
  next: z.int().positive().nullable(),
  position: Seconds,
  duration: Seconds,
  done: z.boolean(),
  watchedAt: Moment,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A viewer's history, newest first, one row per series. */
export const HistoryPage = page(HistoryEntry);
export type HistoryPage = z.infer<typeof HistoryPage>;

/** A series that a viewer unlocked and that ended for everybody: whether it is on their list, and whether they watched it. */
export const EndedSeries = z.object({ id: Id, title: z.string(), listed: z.boolean(), watched: z.boolean() });
export type EndedSeries = z.infer<typeof EndedSeries>;

/** A viewer's position in an episode. `at`: when that was; missing or in the future, it is now. */
export const HistoryReport = z.object({
  episodeId: Id,
  position: z.number().min(0).max(86_400),
  duration: z.number().min(0).max(86_400).optional(),
  done: z.boolean().optional(),
  at: Moment.optional(),
});
export type HistoryReport = z.infer<typeof HistoryReport>;

/** One report, or a batch that was queued; any order is fine, the newest `at` of an episode wins. */
export const HistoryReports = z.union([
  HistoryReport,
  z.object({ list: z.array(HistoryReport).min(1).max(100) }),
]);

/** Removes one series with its progress from the history, or everything. */
export const HistoryRemoval = z.union([z.object({ seriesId: Id }), z.object({ all: z.literal(true) })]);

/** A series to add to My List or remove from it. */
export const FavoriteChange = z.object({ seriesId: Id });

/** My List, the newest first. */
export const FavoritePage = page(SeriesCard);
export type FavoritePage = z.infer<typeof FavoritePage>;
