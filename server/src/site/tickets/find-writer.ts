import type { Db } from "#platform/db/database";
import { parseTicketName } from "./number.ts";
import { findTicket } from "./repository.ts";

/** Returns who wrote a ticket, by its number; null when the text is not the number of one. */
export async function findTicketWriter(
  db: Db,
  text: string,
): Promise<{ visitorId: string | null; email: string } | null> {
  const number = /^t-/i.test(text.trim()) ? parseTicketName(text) : null;
  const ticket = number === null ? undefined : await findTicket(db, { number });
  return ticket ? { visitorId: ticket.visitor_id, email: ticket.email } : null;
}
