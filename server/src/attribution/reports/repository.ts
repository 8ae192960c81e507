import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Figure } from "./figures.ts";

/** The count of an event on a day (YYYY-MM-DD); the series is '' if there is none. */
export interface EventCount {
  day: string;
  source: "report" | "beacon";
  event: string;
  series: string;
  count: number;
}

/** A figure of a day. */
export interface DayFigure extends Figure {
  day: string;
}

/** The errors of an episode on a day. */
export interface EpisodeErrors {
  day: string;
  episode: string;
  count: number;
}

/** Adds to the errors of episodes, sorted so that two nodes cannot deadlock. An id of no episode is left out. */
export async function addEpisodeErrors(db: Db, errors: readonly EpisodeErrors[]): Promise<void> {
  await sql`
    insert into episode_error (episode_id, day, count)
    select episode.id, made.day, made.count
    from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) as made (day date, episode text, count bigint)
    join episode on episode.id = made.episode
    order by 1, 2
    on conflict (episode_id, day) do update set count = episode_error.count + excluded.count`.execute(db);
}

/** Returns how often episodes could not go on in a range of days, both ends included. */
export async function countEpisodeErrors(
  db: Db,
  ids: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select episode_id as id, sum(count)::integer as count from episode_error
    where episode_id = any(${ids}::text[]) and day between ${first}::date and ${last}::date
    group by episode_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Adds to the event counts, sorted so that two nodes cannot deadlock. */
export async function addEvents(db: Db, counts: readonly EventCount[]): Promise<void> {
  await sql`
    insert into report_count (day, source, event, series_id, count)
    select made.day, made.source, made.event, coalesce(series.id, ''), sum(made.count)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as made (day date, source text, event text, series text, count bigint)
    left join series on series.id = made.series
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, source, event, series_id)
    do update set count = report_count.count + excluded.count`.execute(db);
}

/** Adds to the figures of a day, sorted so that two nodes cannot deadlock. */
export async function addFigures(db: Db, figures: readonly DayFigure[]): Promise<void> {
  await sql`
    insert into play_figure (day, rendition, network, figure, detail, amount)
    select day, rendition, network, figure, detail, amount
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
      as made (day date, rendition integer, network text, figure text, detail text, amount bigint)
    order by day, rendition, network, figure, detail
    on conflict (day, rendition, network, figure, detail)
    do update set amount = play_figure.amount + excluded.amount`.execute(db);
}

/** Returns the last day since `first` on which browsers reported each event. */
export async function listLastDays(
  db: Db,
  events: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<Map<string, string>> {
  // One look into the index for each event and day, newest first, because a day has a row for each series.
  const { rows } = await sql<{ event: string; day: string }>`
    select asked.event, to_char(found.day, 'YYYY-MM-DD') as day from unnest(${events}::text[]) as asked (event)
    cross join lateral (
      select tried.day::date as day
      from generate_series(${last}::timestamp, ${first}::timestamp, interval '-1 day') as tried (day)
      where exists (select from report_count where report_count.day = tried.day::date and source = 'report'
          and report_count.event = asked.event)
        or exists (select from report_count where report_count.day = tried.day::date and source = 'beacon'
          and report_count.event = asked.event)
      order by tried.day desc limit 1
    ) as found`.execute(db);
  return new Map(rows.map(({ event, day }) => [event, day]));
}

/** Deletes the counts from before a day. */
export async function deleteReportsBefore(db: Db, day: string): Promise<void> {
  await sql`delete from report_count where day < ${day}::date`.execute(db);
  await sql`delete from play_figure where day < ${day}::date`.execute(db);
  await sql`delete from episode_error where day < ${day}::date`.execute(db);
}

/** Lists the figures of a range of days, both ends included. */
export async function listFigures(db: Db, first: string, last: string): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select to_char(day, 'YYYY-MM-DD') as day, rendition, network, figure, detail, amount from play_figure
    where day between ${first}::date and ${last}::date
    order by day, rendition, network, figure, detail`.execute(db);
  return rows;
}

/** Returns which of these episodes exist, with their series and number. */
export async function findEpisodes(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; seriesId: string; number: number }[]> {
  const { rows } = await sql<{ id: string; seriesId: string; number: number }>`
    select id, series_id as "seriesId", number from episode where id = any(${ids}::text[])`.execute(db);
  return rows;
}

/** Returns which of these series exist. */
export async function findSeries(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from series where id = any(${ids}::text[])`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
