import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Runs work unless another process on the database is running it; returns whether it ran. The lock belongs to a
 * connection, so it is released when a process dies.
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
