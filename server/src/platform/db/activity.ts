import { sql } from "kysely";
import type { Db } from "./database.ts";

/** What moved: `mark` is the last transaction that moved it, with how many did, as an earlier one may commit after it. */
export interface Moved {
  kind: string;
  id: string;
  mark: string;
}

const SINCE = /^\d{1,19}$/;
/** More that moved at once than a screen shows; the caller then reads everything again. */
const MOST = 500;

/**
 * Returns what of some kinds moved since an earlier answer, and from where to ask next. Transactions are numbered when they begin and seen when they
 * commit, so the next question begins at the oldest that still runs: one change may be answered twice, none is missed.
 */
export async function readMoved(
  db: Db,
  since: string | undefined,
  kinds: readonly string[],
): Promise<{ since: string; whole: boolean; changed: Moved[] }> {
  const asked = since !== undefined && SINCE.test(since) ? since : null;
  const { rows } = await sql<{
    next: string;
    isKnown: boolean;
    kind: Moved["kind"] | null;
    id: string;
    mark: string;
  }>`
    with now as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as oldest, pg_snapshot_xmax(pg_current_snapshot()) as end
    )
    select now.oldest::text as next, coalesce(${asked}::text::xid8 <= now.end, false) as "isKnown",
      moved.kind, moved.id, moved.mark
    from now left join lateral (
      select kind, subject as id, max(changed::text::bigint) || '.' || count(*) as mark from activity
      -- After a restore, marks of another database may lie ahead.
      where changed >= ${asked}::text::xid8 and changed < now.end and kind = any(${kinds}::text[])
      group by kind, subject limit ${MOST + 1}
    ) as moved on true`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("A snapshot is one row.");
  const changed = rows.flatMap(({ kind, id, mark }) => (kind === null ? [] : [{ kind, id, mark }]));
  if (asked === null || !first.isKnown || changed.length > MOST)
    return { since: first.next, whole: true, changed: [] };
  // While nothing moves the answer stays the same, byte for byte.
  return { since: changed.length > 0 ? first.next : asked, whole: false, changed };
}

/** Returns from where to ask what moves from now on. */
export async function readActivityNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as now`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("A snapshot is one row.");
  return first.now;
}

/** Deletes what moved more than an hour ago. */
export async function dropActivity(db: Db): Promise<void> {
  await sql`delete from activity where at < now() - interval '1 hour'`.execute(db);
}
