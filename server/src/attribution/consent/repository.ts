import type { Db, Trx } from "#platform/db/database";
import type { AttributionTables } from "../tables.ts";

type Tables = Pick<AttributionTables, "consent">;
const tables = (db: Db) => db.$extendTables<Tables>();

/** Returns a visitor's latest consent. */
export async function findConsent(
  db: Db,
  visitorId: string,
): Promise<AttributionTables["consent"] | undefined> {
  return tables(db)
    .selectFrom("consent")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** Inserts a consent. */
export async function insertConsent(db: Db, row: AttributionTables["consent"]): Promise<void> {
  await tables(db).insertInto("consent").values(row).execute();
}

/** Moves a guest's consents to the member; the newest of both counts. */
export async function moveConsents(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await tables(trx)
    .updateTable("consent")
    .set({ visitor_id: memberId })
    .where("visitor_id", "=", guestId)
    .execute();
}

/** Lists all consents of a visitor for their export. */
export async function listConsents(db: Db, visitorId: string): Promise<unknown[]> {
  return tables(db)
    .selectFrom("consent")
    .select(["ads", "analytics", "version", "at", "network", "language"])
    .where("visitor_id", "=", visitorId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/**
 * Returns which of these guests have answered. They are retained, so that they are not asked again and the proof
 * stays.
 */
export async function findAnswered(db: Db, guestIds: readonly string[]): Promise<string[]> {
  if (guestIds.length === 0) return [];
  const rows = await tables(db)
    .selectFrom("consent")
    .select("visitor_id")
    .distinct()
    .where("visitor_id", "in", guestIds)
    .execute();
  return rows.map(({ visitor_id }) => visitor_id);
}
