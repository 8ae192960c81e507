import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";
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
    .set({ state: "closed", closed_at: at, waiting_since: null })
    .where("number", "=", number)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whose tickets: those that they wrote signed in, and those with their address. */
export interface TicketWriter {
  ids: readonly string[];
  email: string | null;
}

const writtenBy = ({ ids, email }: TicketWriter) =>
  sql`(visitor_id = any(${[...ids]}::text[]) or email = ${email})`;

/** A ticket as a line about the person who wrote it. */
type WrittenTicket = Pick<TicketRow, "id" | "number" | "subject" | "text" | "state" | "created_at">;

/** Lists the tickets of a person, the newest first. */
export async function listTicketsBy(db: Db, writer: TicketWriter, before: Before): Promise<WrittenTicket[]> {
  const { rows } = await sql<WrittenTicket>`
    select id, number, subject, text, state, created_at from ticket where ${writtenBy(writer)} and ${pastOf("created_at", "id", before)} ${prepared}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** Lists the ids that emails about a person's tickets name: of the tickets, and of answers. */
export async function listTicketIdsOf(db: Db, writer: TicketWriter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with theirs as materialized (select id from ticket where ${writtenBy(writer)})
    select id from theirs union all
    select ticket_message.id from theirs join ticket_message on ticket_message.ticket_id = theirs.id
    where kind = 'answer' ${prepared}`.execute(db);
  return rows.map(({ id }) => id);
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

/** Deletes the messages of these members. */
export async function deleteTicketsOf(db: Db, memberIds: readonly string[]): Promise<void> {
  await tickets(db).deleteFrom("ticket").where("visitor_id", "in", memberIds).execute();
}

/** Moves the tickets that a member wrote from their former address to the new one; others name a mailbox of their own. */
export async function readdressTickets(
  trx: Trx,
  { visitorId, from, to }: { visitorId: string; from: string; to: string },
): Promise<void> {
  await tickets(trx)
    .updateTable("ticket")
    .set({ email: to })
    .where("visitor_id", "=", visitorId)
    .where("email", "=", from)
    .execute();
}

/** Returns a ticket, locked until the transaction ends. */
export async function lockTicket(trx: Trx, number: number): Promise<TicketRow | undefined> {
  return tickets(trx)
    .selectFrom("ticket")
    .selectAll()
    .where("number", "=", number)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes the given fields of a ticket. */
export async function updateTicket(trx: Trx, id: string, changes: Partial<TicketRow>): Promise<void> {
  const { number: _number, ...fields } = changes;
  if (Object.keys(fields).length > 0)
    await tickets(trx).updateTable("ticket").set(fields).where("id", "=", id).execute();
}
