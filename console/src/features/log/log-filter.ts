import { type AddressFilter, readAddressFilter } from "../../lib/address-filter.ts";

/** The filters of the log, as they are in the address. */
export const filterNames = [
  "actorKind",
  "actor",
  "action",
  "day",
  "subjectKind",
  "subjectId",
  "requestId",
] as const;

/** What the log is filtered by. */
export type LogFilter = AddressFilter<(typeof filterNames)[number]>;

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): LogFilter {
  return readAddressFilter(params, filterNames);
}
