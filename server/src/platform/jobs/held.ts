import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Returns whether the queue exists: the first process that opens it creates it. */
export const isQueueThere = async (db: Db) => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(
    db,
  );
  return rows[0]?.there ?? false;
};
const heldIn = (queue: string) => sql`name = ${queue} and state < 'completed' and start_after = 'infinity'`;

/** Holds every job that waits in a queue: after a restore, it may have run since the backup. Nothing else starts it later. */
export async function holdJobs(db: Db, queue: string): Promise<void> {
  if (await isQueueThere(db))
    await sql`update jobs.job set state = 'retry', start_after = 'infinity', keep_until = 'infinity'
      where name = ${queue} and state < 'completed'`.execute(db);
}

/** A held job. */
export interface HeldJob {
  /** The field `kind` of its data. */
  kind: string;
  at: Date;
}

/** Returns the held jobs of a queue, oldest first. */
export async function listHeldJobs(db: Db, queue: string): Promise<HeldJob[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<HeldJob>`
    select data ->> 'kind' as kind, created_on as at from jobs.job where ${heldIn(queue)}
    order by created_on, id`.execute(db);
  return rows;
}

/** Lets the held jobs of a queue run; returns how many. They are kept for two more weeks. */
export async function releaseJobs(db: Db, queue: string): Promise<number> {
  if (!(await isQueueThere(db))) return 0;
  const { rows } = await sql`update jobs.job set start_after = now(), keep_until = now() + interval '14 days'
    where ${heldIn(queue)} returning 1`.execute(db);
  return rows.length;
}
