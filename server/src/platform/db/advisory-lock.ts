import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Does a piece of work unless another process on the database is at it just now; returns whether it was done. The lock
 * belongs to a connection, so it goes with a process that dies.
 */
export async function withAdvisoryLock(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const key = createHash("sha256").update(`cliffhanger ${name}`).digest().readBigInt64BE(0).toString();
  return db.connection().execute(async (holder) => {
    const { rows } = await sql<{
      ours: boolean;
    }>`select pg_try_advisory_lock(${key}::bigint) as ours`.execute(holder);
    if (!rows[0]?.ours) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${key}::bigint)`.execute(holder);
    }
  });
}
