import { sql } from "kysely";
import type { Db } from "#platform/db/database";

/** A viewer reports every ten seconds while an episode plays; after this long without a report they do not watch. */
export const WATCHING_MS = 30_000;
/** Writes how many viewers a node sees. */
export async function saveWatching(db: Db, row: { node: string; viewers: number; at: Date }): Promise<void> {
  await sql`
    with gone as (delete from watching_now where at < ${row.at}::timestamptz - interval '1 hour')
    insert into watching_now (node, viewers, at) values (${row.node}, ${row.viewers}, ${row.at})
    on conflict (node) do update set viewers = excluded.viewers, at = excluded.at`.execute(db);
}

/** Returns how many viewers reported that they watch in the last 30 seconds, at all nodes together. */
export async function countWatchingNow(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ viewers: number }>`
    select coalesce(sum(viewers), 0)::int as viewers from watching_now
    where at > ${new Date(now.getTime() - WATCHING_MS)}`.execute(db);
  return rows[0]?.viewers ?? 0;
}
