import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** By what the console finds people: the beginning of an address, the address of a ticket, and the last four digits of a card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["visitor_email_begins", "visitor (email text_pattern_ops) where email is not null"],
  ["visitor_pending_begins", "visitor (pending_email text_pattern_ops) where pending_email is not null"],
  ["ticket_email", "ticket (email)"],
  ["instrument_last4", "instrument (last4) where last4 is not null"],
];
