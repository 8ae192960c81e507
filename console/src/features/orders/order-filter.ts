import { type AddressFilter, readAddressFilter } from "../../lib/address-filter.ts";

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
export type OrderFilter = AddressFilter<(typeof filterNames)[number]>;

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): OrderFilter {
  return readAddressFilter(params, filterNames);
}
