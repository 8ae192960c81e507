import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Lets the job that waits under a key run at once and before those of less priority. A held one stays held. */
export async function raiseJob(db: Db, name: string, singletonKey: string, priority: number): Promise<void> {
  await sql`update jobs.job set priority = ${priority},
      start_after = case when start_after = 'infinity' then start_after else least(start_after, now()) end
    where name = ${name} and singleton_key = ${singletonKey} and state < 'active'`.execute(db);
}

/** Lists the jobs that wait under a key. */
export async function listWaiting(db: Db, name: string, singletonKey: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where name = ${name} and singleton_key = ${singletonKey} and state < 'active'`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
