import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { VisitorRow } from "../repository.ts";
import type { AccountTables } from "../tables.ts";

const accounts = (db: Db) => db.$extendTables<AccountTables>();

/** Lists all sessions of a visitor, the newest first. */
export async function listAllSessions(db: Db, visitorId: string): Promise<AccountTables["session"][]> {
  return accounts(db)
    .selectFrom("session")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Lists a visitor's agreements, the newest first. */
export async function listAgreements(db: Db, visitorId: string): Promise<AccountTables["agreement"][]> {
  return accounts(db)
    .selectFrom("agreement")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .orderBy("at", "desc")
    .orderBy("document")
    .orderBy("version", "desc")
    .execute();
}

/** Lists the guests that became a member by signing in, the oldest first. */
export async function listMergedGuests(db: Db, memberId: string): Promise<VisitorRow[]> {
  return accounts(db)
    .selectFrom("visitor")
    .selectAll()
    .where("merged_into", "=", memberId)
    .orderBy("id")
    .execute();
}

/** Lists members whose deletion is due, the longest due first. */
export async function listDueMembers(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await accounts(db)
    .selectFrom("visitor")
    .select("id")
    .where("deletes_at", "<=", at)
    .orderBy("deletes_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes visitors with all dependent rows: sessions, codes, agreements, guests merged into them. */
export async function deleteVisitors(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await accounts(db).deleteFrom("visitor").where("id", "in", ids).execute();
}

/** Deletes sessions of a kind that have expired or were not used since; returns how many. */
export async function deleteEndedSessions(
  db: Db,
  kind: "guest" | "member",
  { at, seenBefore, limit }: { at: Date; seenBefore: Date; limit: number },
): Promise<number> {
  const ended = accounts(db)
    .selectFrom("session")
    .innerJoin("visitor", "visitor.id", "session.visitor_id")
    .select("session.id")
    .where("visitor.kind", "=", kind)
    .where((row) => row.or([row("session.ends_at", "<=", at), row("session.last_seen_at", "<=", seenBefore)]))
    .limit(limit);
  const { numDeletedRows } = await accounts(db)
    .deleteFrom("session")
    .where("id", "in", ended)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A guest without a session (`ended`), or one who has not visited for a while. */
export interface IdleGuest {
  id: string;
  ended: boolean;
}

/**
 * Scans the guests in the order of their ids, in batches.
 * @returns the idle ones, and the id to continue after; null at the end
 */
export async function listIdleGuests(
  db: Db,
  { after, limit, seenBefore }: { after: string; limit: number; seenBefore: Date },
): Promise<{ idle: IdleGuest[]; next: string | null }> {
  const { rows } = await sql<{ id: string; seen: Date | null; claimed: boolean }>`
    select guest.id, guest.claimed, (select max(last_seen_at) from session where visitor_id = guest.id) as seen
    from (
      select id, claimed_by is not null as claimed from visitor
      where kind = 'guest' and merged_into is null and id > ${after}
      order by id limit ${limit}
    ) guest`.execute(db);
  // A browser whose purchase was claimed elsewhere is reminded of it as long as its session lives.
  const idle = rows.filter(({ seen, claimed }) => seen === null || (seen < seenBefore && !claimed));
  return {
    idle: idle.map(({ id, seen }) => ({ id, ended: seen === null })),
    next:
      rows.length < limit
        ? null
        : (rows
            .map(({ id }) => id)
            .sort()
            .at(-1) ?? null),
  };
}

/** Returns those that are still guests and have not visited since, locked until the transaction ends. */
export async function lockIdleGuests(trx: Trx, ids: readonly string[], seenBefore: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await accounts(trx)
    .selectFrom("visitor")
    .select("id")
    .where("id", "in", ids)
    .where("kind", "=", "guest")
    .where("merged_into", "is", null)
    // Somebody who gave an address at a purchase is reached by it.
    .where("pending_email", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("session")
            .select("session.id")
            .whereRef("session.visitor_id", "=", "visitor.id")
            .where("session.last_seen_at", ">=", seenBefore),
        ),
      ),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes expired reset codes; returns how many. */
export async function deleteOldCodes(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await accounts(db)
    .deleteFrom("password_reset")
    .where("ends_at", "<=", at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
