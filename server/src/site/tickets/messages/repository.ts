import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { SiteTables } from "../../tables.ts";

/** What was said on a ticket after its first text. */
export type MessageRow = Selectable<SiteTables["ticket_message"]>;
/** A text to begin an answer with. */
export type SnippetRow = Selectable<SiteTables["ticket_snippet"]>;

const tables = (db: Db) => db.$extendTables<SiteTables>();

/** Adds a message. */
export async function insertMessage(trx: Trx, row: MessageRow): Promise<void> {
  await tables(trx).insertInto("ticket_message").values(row).execute();
}

/** Counts the messages of a ticket. */
export async function countMessages(db: Db, ticketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket_message where ticket_id = ${ticketId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the messages of a ticket, the oldest first. */
export async function listMessages(db: Db, ticketId: string): Promise<MessageRow[]> {
  return tables(db)
    .selectFrom("ticket_message")
    .selectAll()
    .where("ticket_id", "=", ticketId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/** Returns a message. */
export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return tables(db).selectFrom("ticket_message").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Lists what was mailed and answered on the tickets of a member, the oldest first. */
export async function listSaidTo(db: Db, memberId: string): Promise<MessageRow[]> {
  return tables(db)
    .selectFrom("ticket_message")
    .innerJoin("ticket", "ticket.id", "ticket_message.ticket_id")
    .selectAll("ticket_message")
    .where("ticket.visitor_id", "=", memberId)
    .where("ticket_message.kind", "!=", "note")
    .orderBy("ticket_message.at")
    .orderBy("ticket_message.id")
    .execute();
}

/** Lists the texts to begin an answer with. */
export async function listSnippets(db: Db): Promise<SnippetRow[]> {
  return tables(db).selectFrom("ticket_snippet").selectAll().orderBy("position").orderBy("id").execute();
}
