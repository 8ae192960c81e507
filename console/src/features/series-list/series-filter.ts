import { type AddressFilter, readAddressFilter } from "../../lib/address-filter.ts";

/** The filters of the list of series, as they are in the address. */
export const filterNames = [
  "state",
  "draft",
  "scheduled",
  "attention",
  "search",
  "tag",
  "language",
  "film",
  "price",
  "week",
  "by",
  "sort",
] as const;

/** What the list of series is filtered and ordered by. */
export type SeriesFilter = AddressFilter<(typeof filterNames)[number]>;

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): SeriesFilter {
  return readAddressFilter(params, filterNames);
}
