import type pg from "pg";
import { commandActor } from "#platform/actor";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Database } from "#platform/db/database";

/** Returns who a test acts as when it calls what a command calls. */
export function actingOn({ database, clock }: { database: Pick<Database, "db">; clock: Clock }): Acting {
  return { db: database.db, clock, by: commandActor() };
}

/** Returns a pool for raw statements on tables that are watched for the audit log: they prepare what a test needs. */
export function unaudited(pool: pg.Pool): Pick<pg.Pool, "query"> {
  const query = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('app.actor', 'system:restore', true)");
      const done = await client.query(text, values);
      await client.query("commit");
      return done;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
  return { query: query as pg.Pool["query"] };
}
