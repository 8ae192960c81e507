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
export type LogFilter = { [Name in (typeof filterNames)[number]]?: string | undefined };

/** Reads the filters from the address. */
export function readFilter(params: URLSearchParams): LogFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
}
