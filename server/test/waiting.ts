import type { Pool } from "pg";

/** Counts the statements on a database that wait for a lock. */
export async function countWaiting(pool: Pick<Pool, "query">): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}
