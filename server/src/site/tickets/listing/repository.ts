import type { TicketView } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { TicketRow } from "../repository.ts";

/** Each view: its tickets, the moment that orders them, and whether the oldest comes first. */
const views = {
  open: { where: () => sql`state = 'open' and waiting_since is not null`, at: "waiting_since", oldest: true },
  mine: {
    where: (operatorId: string) => sql`state = 'open' and assigned_to = ${operatorId}`,
    at: "created_at",
    oldest: true,
  },
  waiting: { where: () => sql`state = 'open' and waiting_since is null`, at: "answered_at", oldest: false },
  closed: { where: () => sql`state = 'closed'`, at: "closed_at", oldest: false },
} as const satisfies Record<
  TicketView,
  { where: (operatorId: string) => unknown; at: string; oldest: boolean }
>;

/** A page of a view, after a ticket of it. */
export interface TicketSlice {
  view: TicketView;
  /** Whose view `mine` is. */
  operatorId: string;
  after: { at: Date; id: string } | null;
  limit: number;
}

/** Returns the moment that orders a ticket in a view. */
export function orderedBy(view: TicketView, ticket: TicketRow): Date {
  return ticket[views[view].at] ?? ticket.created_at;
}

/** Lists a page of a view. */
export async function listTicketPage(
  db: Db,
  { view, operatorId, after, limit }: TicketSlice,
): Promise<TicketRow[]> {
  const { where, at, oldest } = views[view];
  const column = sql.ref(at);
  const key = after
    ? oldest
      ? sql`and (${column}, id) > (${after.at}, ${after.id})`
      : sql`and (${column}, id) < (${after.at}, ${after.id})`
    : sql``;
  const direction = oldest ? sql`asc` : sql`desc`;
  const { rows } = await sql<TicketRow>`
    select * from ticket where ${where(operatorId)} ${key}
    order by ${column} ${direction}, id ${direction} limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** Counts the tickets of a view, up to a number. */
export async function countView(
  db: Db,
  { view, operatorId, most }: { view: TicketView; operatorId: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ticket where ${views[view].where(operatorId)} limit ${most}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the tickets whose writers have waited since before a moment, and returns the longest wait. */
export async function countOverdue(db: Db, before: Date): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(waiting_since) as oldest from (
      select waiting_since from ticket
      where state = 'open' and waiting_since is not null and waiting_since < ${before}
      order by waiting_since limit 1000) as overdue`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}
