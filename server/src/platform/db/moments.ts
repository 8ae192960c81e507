import { sql } from "kysely";

/** From where on a list of past events is read, newest first: the event that was shown last. Equal times are ordered by id. */
export interface Before {
  at: Date;
  id: string;
  limit: number;
}

/** The condition and the order of a list that begins after an event: columns of its moment and of its id, as text. */
export function pastOf(at: string, id: string, before: Before) {
  const columns = { at: sql.ref(at), id: sql.ref(id) };
  return sql`(${columns.at}, ${columns.id} collate "C") < (${before.at}, ${before.id})
    order by ${columns.at} desc, ${columns.id} collate "C" desc limit ${before.limit}`;
}
