import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { Partitioned } from "#platform/db/partitions";
import { LOOKBACK } from "../lookback.ts";
import type { Step } from "./step.ts";

/** Steps by the month in which they were taken. A month is dropped once its rows were aggregated. */
export const stepPartitions: Partitioned = {
  table: "funnel_step",
  unit: "month",
  key: "at",
  kept: 4,
  isDroppedWhenEmpty: true,
};

/**
 * Inserts new steps, sorted so that two writers cannot deadlock. Two that store the same step within a moment may both
 * do so, so whoever reads steps counts visitors, never rows.
 */
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
    where not exists (
      select from funnel_step as known where known.visitor_id = person and known.series_id = given.series_id
        and known.step = given.step and known.episode_number = number)
    order by person, series_id, step, number, at
    on conflict do nothing`.execute(trx);
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
    with moved as (delete from funnel_step where visitor_id = ${guestId} returning *),
    later as (
      delete from funnel_step using moved where funnel_step.visitor_id = ${memberId} and ${isSameAsMoved}
        and funnel_step.at > moved.at)
    insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
    select ${memberId}, series_id, step, episode_number, at, first_channel, last_channel from moved
    where not exists (
      select from funnel_step where visitor_id = ${memberId} and ${isSameAsMoved} and funnel_step.at <= moved.at)
    order by series_id, step, episode_number`.execute(trx);
}

const isSameAsMoved = sql`funnel_step.series_id = moved.series_id and funnel_step.step = moved.step
  and funnel_step.episode_number = moved.episode_number`;
