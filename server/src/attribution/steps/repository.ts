import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { LOOKBACK } from "../lookback.ts";
import type { Step } from "./step.ts";

/** Inserts new steps, sorted so that two writers cannot deadlock. */
export async function insertSteps(trx: Trx, steps: readonly Step[]): Promise<void> {
  await sql`
    insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
    select distinct on (person, series_id, step, number) person, series_id, step, number, at,
      (select own_channel from touch where visitor_id = person and touch.at <= given.at
        and touch.at > given.at - ${LOOKBACK}::interval order by touch.at, touch.id limit 1),
      (select last_channel from touch where visitor_id = person and touch.at <= given.at
        and touch.at > given.at - ${LOOKBACK}::interval order by touch.at desc, touch.id desc limit 1)
    from (
      select coalesce(visitor.merged_into, visitor.id) as person, series_id, step, number, row.at
      from unnest(${steps.map(({ visitorId }) => visitorId)}::text[], ${steps.map(({ seriesId }) => seriesId)}::text[],
        ${steps.map(({ step }) => step)}::text[], ${steps.map(({ episodeNumber }) => episodeNumber)}::integer[],
        ${steps.map(({ at }) => at.toISOString())}::timestamptz[]) as row (visitor_id, series_id, step, number, at)
      join visitor on visitor.id = row.visitor_id
    ) given
    order by person, series_id, step, number, at
    on conflict (visitor_id, series_id, step, episode_number) do nothing`.execute(trx);
}

/** Lists a visitor's steps for their export. */
export async function listSteps(db: Db, visitorId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select series_id as "seriesId", step, episode_number as "episodeNumber", at from funnel_step
    where visitor_id = ${visitorId} order by at, series_id, step, episode_number`.execute(db);
  return rows;
}

/** Moves a guest's steps to the member; the earlier of two equal steps counts. */
export async function moveSteps(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`
    with moved as (delete from funnel_step where visitor_id = ${guestId} returning *)
    insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
    select ${memberId}, series_id, step, episode_number, at, first_channel, last_channel from moved
    order by series_id, step, episode_number
    on conflict (visitor_id, series_id, step, episode_number) do update
    set at = excluded.at, first_channel = excluded.first_channel, last_channel = excluded.last_channel
    where excluded.at < funnel_step.at`.execute(trx);
}
