import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import { prepared } from "#platform/db/prepared";
import type { AccountTables } from "../tables.ts";

/** A session as stored. */
export type SessionRow = AccountTables["session"];

/** Which of a session's two secrets. */
export type Secret = "cookie_hash" | "header_hash";

/** A session with its visitor. */
export type FoundSession = Pick<SessionRow, "visitor_id" | "last_seen_at" | "ends_at"> & {
  session_id: string;
  kind: "guest" | "member";
};

/** Adds a session. */
export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.$extendTables<AccountTables>().insertInto("session").values(row).execute();
}

/** Selects the session that a secret belongs to, whether or not it is still valid. */
export function sessionFragment(secret: Secret, hash: Buffer): Fragment<FoundSession> {
  return sql`
    select session.id as session_id, session.visitor_id, session.last_seen_at, session.ends_at, visitor.kind
    from session join visitor on visitor.id = session.visitor_id
    where ${sql.ref(`session.${secret}`)} = ${hash}`;
}

/** Returns the session that a fragment selects. */
export async function findSession(
  db: Db,
  session: Fragment<FoundSession>,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`${session} ${prepared}`.execute(db);
  return rows[0];
}

/** Records that a session was used. */
export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db
    .$extendTables<AccountTables>()
    .updateTable("session")
    .set({ last_seen_at: at })
    .where("id", "=", id)
    .where("last_seen_at", "<", at)
    .execute();
}

/** Lists a visitor's valid sessions, the newest first. */
export async function listSessions(
  db: Db,
  visitorId: string,
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<SessionRow[]> {
  return db
    .$extendTables<AccountTables>()
    .selectFrom("session")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("ends_at", ">", now)
    .where("last_seen_at", ">", seenSince)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Returns whether a visitor has a session. */
export async function hasSessions(db: Db, visitorId: string): Promise<boolean> {
  const row = await db
    .$extendTables<AccountTables>()
    .selectFrom("session")
    .select("id")
    .where("visitor_id", "=", visitorId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a visitor's sessions. */
export async function countSessions(db: Db, visitorId: string): Promise<number> {
  const row = await db
    .$extendTables<AccountTables>()
    .selectFrom("session")
    .select((part) => part.fn.countAll<number>().as("count"))
    .where("visitor_id", "=", visitorId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Gives a visitor's sessions to another one. */
export async function moveSessions(db: Db, from: string, to: string): Promise<void> {
  await db
    .$extendTables<AccountTables>()
    .updateTable("session")
    .set({ visitor_id: to })
    .where("visitor_id", "=", from)
    .execute();
}

/** Ends a session; returns whether it existed. With `visitorId` only if it belongs to that visitor. */
export async function deleteSession(db: Db, id: string, visitorId?: string): Promise<boolean> {
  const deletion = db.$extendTables<AccountTables>().deleteFrom("session").where("id", "=", id);
  const { numDeletedRows } = await (visitorId === undefined
    ? deletion
    : deletion.where("visitor_id", "=", visitorId)
  ).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of the installation: everyone has to sign in again. */
export async function deleteAllSessions(db: Db): Promise<void> {
  await db.$extendTables<AccountTables>().deleteFrom("session").execute();
}

/** Ends every session of a visitor except the given one. */
export async function deleteSessionsOf(db: Db, visitorId: string, but?: string): Promise<void> {
  const deletion = db
    .$extendTables<AccountTables>()
    .deleteFrom("session")
    .where("visitor_id", "=", visitorId);
  await (but === undefined ? deletion : deletion.where("id", "!=", but)).execute();
}
