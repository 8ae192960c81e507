import { type Expression, type SqlBool, sql } from "kysely";
import type { Db } from "#platform/db/database";

/** What runs by itself. */
export type Work = "backup" | "drill";

/** When a kind of work last succeeded, and how the last attempt failed. */
export interface LastRun {
  work: Work;
  /** The moment that the last good backup shows, or when the last good drill ended. */
  succeededAt: Date | null;
  bytes: number | null;
  /** Why the last attempt failed; null when it did not. */
  fault: string | null;
}

/** Seconds before a failed backup is tried again, unless backups are more frequent than that. */
const RETRY_SECONDS = 600;
const WEEK_SECONDS = 7 * 86_400;
const DAY_SECONDS = 86_400;

/** Returns the condition that a backup is due. */
export function isBackupDue(everySeconds: number): Expression<SqlBool> {
  return isDue("backup", everySeconds, Math.min(everySeconds, RETRY_SECONDS));
}

/** Returns the condition that a drill is due: weekly, in a database below the limit, and daily after a failure. */
export function isDrillDue(limitBytes: number): Expression<SqlBool> {
  return sql<SqlBool>`(${isDue("drill", WEEK_SECONDS, DAY_SECONDS)}
    and pg_database_size(current_database()) < ${limitBytes})`;
}

/** A moment in the future was noted while the clock was ahead, and says nothing: it would put off all others until then. */
function isDue(work: Work, everySeconds: number, retrySeconds: number): Expression<SqlBool> {
  const isWithin = (column: string, seconds: number) =>
    sql`(${sql.ref(column)} > now() - make_interval(secs => ${seconds}) and ${sql.ref(column)} < now() + interval '1 minute')`;
  return sql<SqlBool>`not exists (select from backup_run where work = ${work} and
    (${isWithin("succeeded_at", everySeconds)} or ${isWithin("begun_at", retrySeconds)}))`;
}

/** Records that an attempt begins; returns false when it is not due, or another node has begun one since it became due. */
export async function begin(db: Db, work: Work, due: Expression<SqlBool>): Promise<boolean> {
  // Of two statements that found it due, the second waits for the row of the first, and compares it with what it saw itself.
  const { rows } = await sql`
    insert into backup_run (work, begun_at) select ${work}, now() where ${due}
    on conflict (work) do update set begun_at = excluded.begun_at
    where backup_run.begun_at is not distinct from (select seen.begun_at from backup_run seen where seen.work = ${work})
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Records a success, and with it that the last attempt did not fail. */
export async function noteSuccess(db: Db, work: Work, at: Date, bytes: number | null = null): Promise<void> {
  await sql`
    insert into backup_run (work, succeeded_at, bytes) values (${work}, ${at}, ${bytes})
    on conflict (work) do update
    set succeeded_at = excluded.succeeded_at, bytes = excluded.bytes, fault = null`.execute(db);
}

/** Records why an attempt failed. */
export async function noteFault(db: Db, work: Work, fault: string): Promise<void> {
  await sql`
    insert into backup_run (work, fault) values (${work}, ${fault})
    on conflict (work) do update set fault = excluded.fault`.execute(db);
}

/** Returns what is known about past runs. */
export async function listRuns(db: Db): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`
    select work, succeeded_at as "succeededAt", bytes, fault from backup_run order by work`.execute(db);
  return rows;
}
