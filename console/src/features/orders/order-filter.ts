/** The filters of the list of orders, as they are in the address. */
export const filterNames = [
  "text",
  "state",
  "method",
  "gateway",
  "currency",
  "from",
  "to",
  "decline",
  "campaign",
] as const;

/** What the list of orders is filtered by. */
export type OrderFilter = { [Name in (typeof filterNames)[number]]?: string | undefined };

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): OrderFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
}
