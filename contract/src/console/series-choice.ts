import * as z from "zod";
import { Counted, Id } from "../common.ts";
import { languages } from "../languages.ts";
import { filmFilters, priceFilters, seriesStates } from "./series-states.ts";

/** The most series that one act names by their ids: those of a page. */
export const MAX_NAMED_SERIES = 200;

/** The filters of the list of series, as an act about all that match carries them. */
export const SeriesFilter = z.object({
  state: z.enum(seriesStates).optional(),
  draft: z.literal("1").optional(),
  search: z.string().max(200).optional(),
  tag: Id.optional(),
  language: z.enum(languages).optional(),
  scheduled: z.literal("1").optional(),
  attention: z.literal("1").optional(),
  film: z.enum(filmFilters).optional(),
  price: z.enum(priceFilters).optional(),
  week: z.iso.date().optional(),
  by: Id.optional(),
});
export type SeriesFilter = z.infer<typeof SeriesFilter>;

/**
 * Which series an act is about: some by their ids, or all that match a filter. `count` is how many the screen said; the act is
 * refused when their number changed by more than 1 %.
 */
export const SeriesChoice = z.union([
  z.object({ ids: z.array(Id).min(1).max(MAX_NAMED_SERIES) }),
  z.object({ filter: SeriesFilter, count: Counted.min(1) }),
]);
export type SeriesChoice = z.infer<typeof SeriesChoice>;
