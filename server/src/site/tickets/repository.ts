import type { Insertable, Selectable } from "kysely";
import type { Db } from "#platform/db/database";
import type { SiteTables } from "../tables.ts";

/** A message to the operator as stored. */
export type TicketRow = Selectable<SiteTables["ticket"]>;

const tickets = (db: Db) => db.$extendTables<SiteTables>();

/** Adds an open ticket; returns its number. */
export async function insertTicket(db: Db, ticket: Insertable<SiteTables["ticket"]>): Promise<number> {
  const row = await tickets(db)
    .insertInto("ticket")
    .values(ticket)
    .returning("number")
    .executeTakeFirstOrThrow();
  return row.number;
}

/** Returns a ticket by its id or number. */
export async function findTicket(
  db: Db,
  by: { id: string } | { number: number },
): Promise<TicketRow | undefined> {
  const query = tickets(db).selectFrom("ticket").selectAll();
  return (
    "id" in by ? query.where("id", "=", by.id) : query.where("number", "=", by.number)
  ).executeTakeFirst();
}

/** Lists tickets of a state, the longest waiting first, with their total. */
export async function listTickets(
  db: Db,
  state: TicketRow["state"],
  limit: number,
): Promise<{ rows: TicketRow[]; total: number }> {
  const rows = await tickets(db)
    .selectFrom("ticket")
    .selectAll()
    .where("state", "=", state)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  const { total } = await tickets(db)
    .selectFrom("ticket")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Closes an open ticket; returns whether it was open. */
export async function closeTicket(db: Db, number: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tickets(db)
    .updateTable("ticket")
    .set({ state: "closed", closed_at: at })
    .where("number", "=", number)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists a member's messages, the oldest first. */
export async function listTicketsOf(db: Db, memberId: string): Promise<TicketRow[]> {
  return tickets(db)
    .selectFrom("ticket")
    .selectAll()
    .where("visitor_id", "=", memberId)
    .orderBy("created_at")
    .execute();
}

/** Deletes a member's messages. */
export async function deleteTicketsOf(db: Db, memberId: string): Promise<void> {
  await tickets(db).deleteFrom("ticket").where("visitor_id", "=", memberId).execute();
}
