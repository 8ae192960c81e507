import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { FigureSource } from "#platform/db/figures";
import type { Partitioned } from "#platform/db/partitions";

/** Position in seconds from which an episode counts as played (R14). */
const PLAYED_FROM = 3;

/** Interval in which another play of the same viewer and episode does not count. */
const ONE_PLAY = "30 minutes";

/** A report that is older counts no play, because what is known of older plays is dropped. */
const LATEST_MS = 24 * 3_600_000;

/** How far back a counted play can prevent another one: as old as a report may be, and half an hour before that. */
const LOOKED_AT_MS = LATEST_MS + 1_800_000;

/** Counted plays by the day on which they were counted: every day in which {@link LOOKED_AT_MS} can lie is kept. */
export const countedPlayPartitions: Partitioned = { table: "counted_play", unit: "day", key: "day", kept: 2 };

/**
 * Counts plays in the statement that saves progress reports, and queues them for their series. A viewer's row per
 * episode and day decides, so concurrent reports count once; only over midnight two nodes may count the same play
 * within a moment. The first lookup spares nearly all reports the row lock, which is a write.
 */
export function countedPlays(now: Date): { name: string; query: RawBuilder<unknown> }[] {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [today, first] = [dayOf(now), dayOf(before(LOOKED_AT_MS))];
  const counted = sql`
    insert into counted_play (visitor_id, episode_id, day, at, counted_at)
    select visitor_id, episode_id, ${today}::date, at, ${now} from new_progress
    where furthest >= ${sql.lit(PLAYED_FROM)} and at > ${before(LATEST_MS)}
      and not exists (
        select from counted_play where counted_play.visitor_id = new_progress.visitor_id
          and counted_play.episode_id = new_progress.episode_id
          and counted_play.day between ${first}::date and ${today}::date
          and (counted_play.counted_at > ${now}::timestamptz - ${sql.lit(ONE_PLAY)}::interval
            or counted_play.at > new_progress.at - ${sql.lit(ONE_PLAY)}::interval))
    order by visitor_id, episode_id
    on conflict (visitor_id, episode_id, day) do update set at = excluded.at, counted_at = excluded.counted_at
    where excluded.at >= counted_play.at + ${sql.lit(ONE_PLAY)}::interval
      and excluded.counted_at >= counted_play.counted_at + ${sql.lit(ONE_PLAY)}::interval
    returning visitor_id, episode_id`;
  const pending = sql`
    insert into pending_play (series_id, plays)
    select new_progress.series_id, count(*) from counted_play_of_now join new_progress using (visitor_id, episode_id)
    group by new_progress.series_id
    returning 1`;
  return [
    { name: "counted_play_of_now", query: counted },
    { name: "pending_play_of_now", query: pending },
  ];
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** A queued play. */
export interface PendingPlay {
  id: number;
  series_id: string;
  plays: number;
}

/** Removes up to `limit` queued plays in the caller's transaction, skipping rows that another node has locked. */
export async function takePendingPlays(trx: Trx, limit: number): Promise<PendingPlay[]> {
  // The upkeep pool has no timeouts. A batch that exceeds these is retried in smaller parts.
  await sql`select set_config('statement_timeout', '5s', true), set_config('lock_timeout', '500ms', true)`.execute(
    trx,
  );
  const { rows } = await sql<PendingPlay>`
    delete from pending_play where id in (
      select id from pending_play order by id limit ${limit} for update skip locked)
    returning id, series_id, plays`.execute(trx);
  return rows;
}

/**
 * Sets a play aside that cannot be added, with the moment since which it waits. Returns false if another node did so first.
 */
export async function setPlayAside(
  db: Db,
  id: number,
  { code = "", message }: { code?: string | undefined; message: string },
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (delete from pending_play where id = ${id} returning id, series_id, plays, queued_at)
    insert into pending_play_stuck (id, series_id, plays, code, reason, at)
    select id, series_id, plays, ${code}::text, ${message}::text, queued_at from moved returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the number of plays that are set aside. */
export async function countPlaysAside(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pending_play_stuck where code <> '55P03'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Queues plays again that were set aside because of a lock. They keep the moment since which they wait. */
export async function requeueLockedPlays(db: Db): Promise<void> {
  await sql`
    with moved as (delete from pending_play_stuck where code = '55P03' returning series_id, plays, at)
    insert into pending_play (series_id, plays, queued_at) select series_id, plays, at from moved`.execute(
    db,
  );
}

/** Moves a guest's counted plays to the member without counting them again. */
export async function mergeCountedPlays(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`
    with moved as (delete from counted_play where visitor_id = ${guestId} returning *)
    insert into counted_play (visitor_id, episode_id, day, at, counted_at)
    select ${memberId}, episode_id, day, at, counted_at from moved order by episode_id, day
    on conflict (visitor_id, episode_id, day) do update set at = greatest(counted_play.at, excluded.at),
      counted_at = greatest(counted_play.counted_at, excluded.counted_at)`.execute(trx);
}

/** Lists when a viewer's plays of the last days were counted, for their export. */
export async function listCountedPlays(db: Db, visitorId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select episode_id as "episodeId", at as "playedAt", counted_at as "countedAt" from counted_play
    where visitor_id = ${visitorId} order by counted_at desc, episode_id`.execute(db);
  return rows;
}

/** The figures of the play counter in the metrics. */
const figureNames = {
  plays_pending: "Plays that wait to be added to their series",
  plays_oldest_seconds: "How long the oldest of them has waited",
  popularity_age_seconds: "Time since the order of lists was last updated to the play counts",
} as const;

/** Returns the figures of the play counter; the task is the one that orders lists. */
export function playFigures(rankTask: string): FigureSource {
  return {
    name: "plays",
    metrics: Object.entries(figureNames).map(([name, help]) => ({ name, help, role: "both", labels: {} })),
    async read(db) {
      const { rows } = await sql<Record<keyof typeof figureNames, number | null>>`
        with waiting as (
          select queued_at from pending_play
          union all
          select at from pending_play_stuck where code = '55P03')
        select (select count(*) from waiting) as plays_pending,
          (select coalesce(extract(epoch from now() - min(queued_at)), 0)::double precision from waiting)
            as plays_oldest_seconds,
          (select extract(epoch from now() - at)::double precision from upkeep_success
            where task = ${rankTask}) as popularity_age_seconds`.execute(db);
      return Object.entries(rows[0] ?? {}).flatMap(([metric, value]) =>
        value === null ? [] : [{ metric, value }],
      );
    },
  };
}
