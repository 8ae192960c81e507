import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { MAIL_QUEUE } from "./outbox.ts";

const isQueueThere = async (db: Db) => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(
    db,
  );
  return rows[0]?.there ?? false;
};
const held = sql`name = ${MAIL_QUEUE} and state < 'completed' and start_after = 'infinity'`;

/** Holds every email that waits: after a restore, it may have been sent since the backup. Nothing else sends it later. */
export async function holdMail(db: Db): Promise<void> {
  if (await isQueueThere(db))
    await sql`update jobs.job set state = 'retry', start_after = 'infinity', keep_until = 'infinity'
      where name = ${MAIL_QUEUE} and state < 'completed'`.execute(db);
}

/** A held email. */
export interface HeldMail {
  kind: string;
  at: Date;
}

/** Returns the held emails, oldest first. */
export async function listHeldMail(db: Db): Promise<HeldMail[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<HeldMail>`
    select data ->> 'kind' as kind, created_on as at from jobs.job where ${held} order by created_on, id`.execute(
    db,
  );
  return rows;
}

/** Lets the held emails be sent; returns how many. They are kept for two more weeks. */
export async function releaseMail(db: Db): Promise<number> {
  if (!(await isQueueThere(db))) return 0;
  const { rows } = await sql`update jobs.job set start_after = now(), keep_until = now() + interval '14 days'
    where ${held} returning 1`.execute(db);
  return rows.length;
}
