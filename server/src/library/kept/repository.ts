import { type RawBuilder, sql } from "kysely";

/** Whether a visitor bought a series that was withdrawn since, so that they keep it. The arguments are columns of the statement. */
export function isKept(visitorId: RawBuilder<unknown>, seriesId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from kept_right
    where kept_right.visitor_id = ${visitorId} and kept_right.series_id = ${seriesId})`;
}
