import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { isQueueThere } from "./held.ts";

/** The counts of a queue. */
export interface QueueCounts {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  held: number;
  oldestSeconds: number;
}

/** Counts the jobs of queues that are not done. */
export async function countJobs(db: Db, queues: readonly string[]): Promise<QueueCounts[]> {
  const empty = (name: string) => ({ name, waiting: 0, running: 0, failed: 0, held: 0, oldestSeconds: 0 });
  if (!(await isQueueThere(db))) return queues.map(empty);
  const { rows } = await sql<QueueCounts>`
    select name, count(*) filter (where state < 'active' and start_after < 'infinity')::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state < 'active' and start_after = 'infinity')::int as held,
      coalesce(extract(epoch from now() - min(created_on) filter (where state < 'active'
        and start_after <= now())), 0)::double precision as "oldestSeconds"
    from jobs.job where name = any(${queues}::text[]) and state in ('created', 'retry', 'active', 'failed')
    group by name`.execute(db);
  return queues.map((name) => rows.find((row) => row.name === name) ?? empty(name));
}

/** Reads the numbers of queues as the queue itself last counted them, at most some seconds ago: one row for each. */
export async function readCounted(
  db: Db,
  queues: readonly string[],
): Promise<{ name: string; waiting: number; running: number; failed: number }[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<{ name: string; waiting: number; running: number; failed: number }>`
    select name, queued_count as waiting, active_count as running, failed_count as failed
    from jobs.queue where name = any(${queues}::text[]) order by name`.execute(db);
  return rows;
}

/** A job that is not done. */
export interface ListedJob {
  id: string;
  queue: string;
  state: "waiting" | "running" | "failed";
  /** The field `kind` of its data. */
  kind: string | null;
  attempts: number;
  /** What the last attempt failed with. */
  fault: string | null;
  createdAt: Date;
}

/** Lists jobs of queues that are not done: failed ones first, then running ones, the oldest first. */
export async function listJobs(
  db: Db,
  queues: readonly string[],
  { limit, id = null }: { limit: number; id?: string | null },
): Promise<ListedJob[]> {
  if (!(await isQueueThere(db))) return [];
  const { rows } = await sql<ListedJob>`
    select id, name as queue, data ->> 'kind' as kind, output ->> 'message' as fault, created_on as "createdAt",
      case state when 'active' then 'running' when 'failed' then 'failed' else 'waiting' end as state,
      case when state = 'failed' then retry_count + 1 else retry_count end as attempts
    from jobs.job where name = any(${queues}::text[]) and state in ('created', 'retry', 'active', 'failed')
      and (${id}::uuid is null or id = ${id}::uuid)
    order by (state = 'failed') desc, (state = 'active') desc, created_on, id limit ${limit}`.execute(db);
  return rows;
}
