import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/**
 * Notes that the database was restored: what was charged since the snapshot is unknown, so nothing is charged or refunded
 * by itself until {@link resumeAfterRestore}. A backup of a release that does not know this state is not held.
 */
export async function holdAfterRestore(db: Db, snapshotAt: Date): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('restored') is not null as known`.execute(
    db,
  );
  if (rows[0]?.known) await sql`insert into restored (snapshot_at) values (${snapshotAt})`.execute(db);
}

/** Returns the time of the restored snapshot while charges are held; null otherwise. */
export async function findRestoredSnapshot(db: Db): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select min(snapshot_at) as at from restored where resumed_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

/** Lets charges and refunds run again; returns whether they were held. */
export async function resumeAfterRestore(db: Db | Trx): Promise<boolean> {
  const { rows } =
    await sql`update restored set resumed_at = now() where resumed_at is null returning 1`.execute(db);
  return rows.length > 0;
}
