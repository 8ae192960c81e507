import type { Pool } from "pg";
import { expect } from "vitest";
import { timeLimit } from "../../tools/time-limit.ts";

/** Counts the statements on a database that wait for a lock. */
export async function countWaiting(pool: Pick<Pool, "query">): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}

/**
 * Waits until every transaction of the server that has a number by now has ended, those of other databases too: what moved is answered again
 * as long as an older one runs, and other tests use the same server.
 */
export async function outlastTransactions(pool: Pick<Pool, "query">): Promise<void> {
  const { rows } = await pool.query("select pg_snapshot_xmax(pg_current_snapshot())::text as until");
  const areEnded = async () => {
    const answer = await pool.query(
      "select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended",
      [rows[0].until],
    );
    return answer.rows[0].ended;
  };
  await expect.poll(areEnded, { timeout: timeLimit(30) }).toBe(true);
}
