import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Figure } from "../reports/figures.ts";
import { firstFrame, qualityOf } from "../reports/qoe/quality.ts";

/** The start and the end of a span of time. */
export interface Span {
  from: Date;
  to: Date;
}

/** Counts the visitors of two spans of time: those who came by a link, watched, or met a paywall. */
export async function countVisitorsOf(
  db: Db,
  spans: { now: Span; before: Span },
): Promise<{ now: number; before: number }> {
  const count = ({ from, to }: Span) => sql`(
    select count(*)::int from (
      select visitor_id from touch where at >= ${from} and at <= ${to}
      union select visitor_id from funnel_step where at >= ${from} and at <= ${to}) as seen)`;
  const { rows } = await sql<{ now: number; before: number }>`
    select ${count(spans.now)} as now, ${count(spans.before)} as before`.execute(db);
  return rows[0] ?? { now: 0, before: 0 };
}

/** How many people met a series, and how many of them its paywall. */
export interface SeriesReach {
  seriesId: string;
  visitors: number;
  paywall: number;
}

/** Counts who met each of these series since a time. */
export async function listSeriesReach(db: Db, ids: readonly string[], since: Date): Promise<SeriesReach[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SeriesReach>`
    select series_id as "seriesId", count(distinct visitor_id)::int as visitors,
      (count(distinct visitor_id) filter (where step = 'paywall'))::int as paywall
    from funnel_step where at >= ${since} and series_id = any(${[...ids]}::text[])
    group by series_id`.execute(db);
  return rows;
}

/** Returns within how many milliseconds three quarters of a day's starts showed a picture; null without data. */
export async function readFirstPicture(db: Db, days: readonly string[]): Promise<(number | null)[]> {
  const { rows } = await sql<Figure & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, 0 as rendition, '' as network, figure, detail, sum(amount)::bigint as amount
    from play_figure where day = any(${[...days]}::date[]) and figure = 'first_frame'
    group by 1, 4, 5`.execute(db);
  return days.map((day) => firstFrame(qualityOf(rows.filter((row) => row.day === day)), 0.75));
}
