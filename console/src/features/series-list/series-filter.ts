/** The filters of the list of series, as they are in the address. */
export const filterNames = ["state", "draft", "search", "tag", "language", "sort"] as const;

/** What the list of series is filtered and ordered by. */
export type SeriesFilter = { [Name in (typeof filterNames)[number]]?: string | undefined };

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): SeriesFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
}
