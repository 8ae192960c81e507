import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { DropState, ReleaseTables } from "./tables.ts";
import type { Moment, Rhythm } from "./times.ts";

const tables = (db: Db) => db.$extendTables<ReleaseTables>();

/** A plan as stored. */
export interface PlanRow extends Rhythm {
  perTime: number;
  active: boolean;
}

/** Returns the plan of a series. */
export async function findPlan(db: Db, seriesId: string): Promise<PlanRow | undefined> {
  return tables(db)
    .selectFrom("release_plan")
    .select(["time_zone as zone", "weekdays", "per_time as perTime", "active"])
    .select([
      sql<string>`to_char(starts_on, 'YYYY-MM-DD')`.as("startsOn"),
      sql<string>`to_char(time_of_day, 'HH24:MI')`.as("timeOfDay"),
      sql<string[]>`array(select to_char(day, 'YYYY-MM-DD') from unnest(skip) as day)`.as("skip"),
    ])
    .where("series_id", "=", seriesId)
    .executeTakeFirst();
}

/** Inserts or replaces the plan of a series. */
export async function savePlan(trx: Trx, seriesId: string, plan: PlanRow): Promise<void> {
  const values = {
    starts_on: plan.startsOn,
    time_of_day: plan.timeOfDay,
    time_zone: plan.zone,
    weekdays: plan.weekdays === null ? null : [...plan.weekdays],
    per_time: plan.perTime,
    skip: [...plan.skip],
    active: plan.active,
  };
  await tables(trx)
    .insertInto("release_plan")
    .values({ series_id: seriesId, ...values })
    .onConflict((conflict) => conflict.column("series_id").doUpdateSet(values))
    .execute();
}

/** A drop with its episodes by number. */
export interface DropRow {
  id: string;
  seriesId: string;
  localAt: string;
  zone: string;
  at: Date;
  state: DropState;
  version: number;
  changedAt: Date;
  changedBy: string | null;
  episodes: { id: string; number: number; releasedAt: string | null }[];
}

const localAt = sql<string>`to_char(release_drop.local_at, 'YYYY-MM-DD"T"HH24:MI')`;
const episodesOfDrop = sql<DropRow["episodes"]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', episode.id, 'number', episode.number, 'releasedAt', part.released_at)
    order by episode.number)
  from release_drop_episode as part join episode on episode.id = part.episode_id
  where part.drop_id = release_drop.id), '[]')`;

function drops(db: Db) {
  return tables(db)
    .selectFrom("release_drop")
    .select([
      "release_drop.id",
      "release_drop.series_id as seriesId",
      "release_drop.zone",
      "release_drop.at",
      "release_drop.state",
      "release_drop.version",
      "release_drop.changed_at as changedAt",
      "release_drop.changed_by as changedBy",
    ])
    .select([localAt.as("localAt"), episodesOfDrop.as("episodes")]);
}

/** Returns a drop. */
export async function findDrop(db: Db, id: string): Promise<DropRow | undefined> {
  return drops(db).where("release_drop.id", "=", id).executeTakeFirst();
}

/** Returns when the next drop of each of some series is to happen, by the ids of those that have one. */
export async function listNextDrops(db: Db, seriesIds: readonly string[]): Promise<Map<string, Date>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await tables(db)
    .selectFrom("release_drop")
    .select(["series_id as id", sql<Date>`min(at)`.as("at")])
    .where("series_id", "in", seriesIds)
    .where("state", "in", ["planned", "blocked"])
    .groupBy("series_id")
    .execute();
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Lists the drops of a series that are still to happen, the next first. */
export async function listOpenDrops(db: Db, seriesId: string): Promise<DropRow[]> {
  return drops(db)
    .where("release_drop.series_id", "=", seriesId)
    .where("release_drop.state", "in", ["planned", "blocked"])
    .orderBy("release_drop.at")
    .orderBy("release_drop.id")
    .execute();
}

/** Lists drops between two instants, of one series or of all; cancelled ones are left out. */
export async function listDrops(
  db: Db,
  { from, to, seriesId, limit }: { from: Date; to: Date; seriesId?: string | undefined; limit: number },
): Promise<DropRow[]> {
  let query = drops(db)
    .where("release_drop.at", ">=", from)
    .where("release_drop.at", "<", to)
    .where("release_drop.state", "<>", "cancelled");
  if (seriesId !== undefined) query = query.where("release_drop.series_id", "=", seriesId);
  return query.orderBy("release_drop.at").orderBy("release_drop.id").limit(limit).execute();
}

/** Lists the drops whose time is over and that lack something, the oldest first. */
export async function listBlocked(db: Db, limit: number): Promise<DropRow[]> {
  return drops(db)
    .where("release_drop.state", "=", "blocked")
    .orderBy("release_drop.at")
    .orderBy("release_drop.id")
    .limit(limit)
    .execute();
}

/** Inserts a drop with its episodes. */
export async function insertDrop(
  trx: Trx,
  drop: {
    id: string;
    seriesId: string;
    moment: Moment;
    episodeIds: readonly string[];
    now: Date;
    by: string;
  },
): Promise<void> {
  const { id, seriesId, moment, episodeIds, now, by } = drop;
  await tables(trx)
    .insertInto("release_drop")
    .values({
      id,
      series_id: seriesId,
      local_at: moment.localAt,
      zone: moment.zone,
      at: moment.at,
      changed_at: now,
      changed_by: by,
    })
    .execute();
  await tables(trx)
    .insertInto("release_drop_episode")
    .values(episodeIds.map((episode_id) => ({ drop_id: id, episode_id })))
    .execute();
}

/** Changes a drop that an operator changed. */
export async function updateDrop(
  trx: Trx,
  id: string,
  change: { moment?: Moment; state: DropState; now: Date; by: string },
): Promise<void> {
  const { moment, state, now, by } = change;
  await tables(trx)
    .updateTable("release_drop")
    .set({
      ...(moment ? { local_at: moment.localAt, zone: moment.zone, at: moment.at } : {}),
      state,
      version: sql`version + 1`,
      changed_at: now,
      changed_by: by,
    })
    .where("id", "=", id)
    .execute();
}

/** Adds episodes to a drop that has not happened. */
export async function joinDrop(
  trx: Trx,
  id: string,
  episodeIds: readonly string[],
  { now, by }: { now: Date; by: string },
): Promise<void> {
  await tables(trx)
    .insertInto("release_drop_episode")
    .values(episodeIds.map((episode_id) => ({ drop_id: id, episode_id })))
    .execute();
  await tables(trx)
    .updateTable("release_drop")
    .set({ version: sql`version + 1`, changed_at: now, changed_by: by })
    .where("id", "=", id)
    .execute();
}

/** Sets the state of a drop that its time changed. */
export async function setDropState(trx: Trx, id: string, state: DropState): Promise<void> {
  await tables(trx)
    .updateTable("release_drop")
    .set({ state })
    .where("id", "=", id)
    .where("state", "<>", state)
    .execute();
}

/** Takes episodes out of the drops that were to release them, and cancels drops without any left. */
export async function leaveDrops(
  trx: Trx,
  episodeIds: readonly string[],
  { now, by }: { now: Date; by: string },
): Promise<void> {
  const left = await tables(trx)
    .deleteFrom("release_drop_episode")
    .where("episode_id", "in", episodeIds)
    .where("is_open", "=", true)
    .returning("drop_id")
    .execute();
  const ids = [...new Set(left.map((row) => row.drop_id))];
  if (ids.length === 0) return;
  // A drop that released its other episodes has happened.
  await tables(trx)
    .updateTable("release_drop")
    .set({
      state: sql`case when exists (select from release_drop_episode where drop_id = release_drop.id) then 'done' else 'cancelled' end`,
      version: sql`version + 1`,
      changed_at: now,
      changed_by: by,
    })
    .where("id", "in", ids)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("release_drop_episode")
            .select("episode_id")
            .whereRef("drop_id", "=", "release_drop.id")
            .where("is_open", "=", true),
        ),
      ),
    )
    .execute();
}

/** Notes that drops released episodes. */
export async function noteReleased(trx: Trx, episodeIds: readonly string[], at: Date): Promise<void> {
  await tables(trx)
    .updateTable("release_drop_episode")
    .set({ is_open: false, released_at: at })
    .where("episode_id", "in", episodeIds)
    .where("is_open", "=", true)
    .execute();
}

/** Stores the event of episodes that were never released before; none without such. */
export async function insertEvent(
  trx: Trx,
  event: { id: string; seriesId: string; episodeIds: readonly string[]; at: Date },
): Promise<void> {
  const { id, seriesId, episodeIds, at } = event;
  const known = await tables(trx)
    .selectFrom("release_event_episode")
    .select("episode_id")
    .where("episode_id", "in", episodeIds)
    .execute();
  const fresh = episodeIds.filter((one) => !known.some(({ episode_id }) => episode_id === one));
  if (fresh.length === 0) return;
  await tables(trx).insertInto("release_event").values({ id, series_id: seriesId, at }).execute();
  await tables(trx)
    .insertInto("release_event_episode")
    .values(fresh.map((episode_id) => ({ episode_id, event_id: id })))
    .execute();
}

const dueAt = (now: Date) => sql<SqlBool>`state in ('planned', 'blocked') and at <= ${now}`;

/** Returns whether the time of a drop has come, as SQL. */
export function hasDue(now: Date) {
  return sql<boolean>`exists (select from release_drop where ${dueAt(now)})`;
}

/** Lists the series with drops whose time has come. */
export async function listDueSeries(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct series_id as id from release_drop where ${dueAt(now)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists what a series has ahead, by number: episodes of drops whose time is to come. */
export async function listUpcoming(
  db: Db,
  seriesId: string,
  limit: number,
): Promise<{ number: number; at: Date }[]> {
  const { rows } = await sql<{ number: number; at: Date }>`
    select episode.number, release_drop.at
    from release_drop join release_drop_episode as part on part.drop_id = release_drop.id and part.is_open
    join episode on episode.id = part.episode_id
    where release_drop.series_id = ${seriesId} and release_drop.state = 'planned'
    order by release_drop.at, episode.number limit ${limit}`.execute(db);
  return rows;
}
