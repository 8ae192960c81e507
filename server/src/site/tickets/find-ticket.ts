import type { Db } from "#platform/db/database";
import { parseTicketName } from "./number.ts";
import { findTicket, type TicketRow } from "./repository.ts";

/** Returns the ticket that a text names wholly, such as `T-000123`. */
export async function findTicketByName(db: Db, text: string): Promise<TicketRow | undefined> {
  const number = /^t-/i.test(text.trim()) ? parseTicketName(text) : null;
  return number === null ? undefined : findTicket(db, { number });
}
