import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Scope } from "../funnel/repository.ts";

type Span = Pick<Scope, "from" | "to" | "touch">;

/** Visitors who began a series in a span, by how they came, how far they got, and what they did at the paywall. */
export interface BegunRow {
  kind: string;
  /** The furthest episode. */
  depth: number;
  visitors: number;
  sawWall: boolean;
  paid: boolean;
}

/** What is known of those who began a series. */
export interface Begun {
  rows: BegunRow[];
  /**
   * By episode the second at which half of those had left whose last one of the series it is. Whoever finished it has not left in it.
   */
  halfLeftAt: Map<number, number>;
}

/** Reads of those who began a series with its first episode in a span what they did until its end. Only their steps are gathered. */
export async function readStarters(db: Db, seriesId: string, { from, to, touch }: Span): Promise<Begun> {
  const { rows } = await sql<(BegunRow & { second: null }) | { kind: null; depth: number; second: number }>`
    with starter as materialized (
      select distinct visitor_id from funnel_step
      where series_id = ${seriesId} and at >= ${from} and at < ${to} and step = 'episode' and episode_number = 1
    ), person as materialized (
      select visitor_id, (array_agg(${sql.ref(`${touch}_channel`)} order by at))[1] as channel,
        max(episode_number) filter (where step = 'episode') as depth, bool_or(step = 'paywall') as saw_wall
      from funnel_step where series_id = ${seriesId} and at < ${to} and visitor_id in (select visitor_id from starter)
      group by visitor_id
    ), buyer as materialized (
      select visitor_id from purchase_order where series_id = ${seriesId} and kind <> 'renewal' and paid_at < ${to}
      union
      select o.visitor_id from episode join purchase_order o on o.episode_id = episode.id
      where episode.series_id = ${seriesId} and o.kind <> 'renewal' and o.paid_at < ${to}
    ), told as (
      select coalesce(c.kind, '') as kind, depth, saw_wall,
        visitor_id in (select visitor_id from buyer where visitor_id is not null) as paid
      from person left join channel c on c.id = person.channel
    ), furthest as (
      select last.* from person cross join lateral (
        select episode.number, progress.position, progress.done
        from progress join episode on episode.id = progress.episode_id
        where progress.visitor_id = person.visitor_id and progress.series_id = ${seriesId}
          and progress.watched_at < ${to}
        order by episode.number desc limit 1
      ) as last
    )
    select kind, depth, saw_wall as "sawWall", paid, count(*)::integer as visitors, null::double precision as second
    from told group by 1, 2, 3, 4
    union all
    select null, number, null, null, null, percentile_cont(0.5) within group (order by position)::double precision
    from furthest where not done group by number
    order by 1, 2, 3, 4`.execute(db);
  return {
    rows: rows.filter((row) => row.kind !== null),
    halfLeftAt: new Map(rows.filter((row) => row.kind === null).map(({ depth, second }) => [depth, second])),
  };
}

/** Returns the series that most visitors began in a span. */
export async function mostBegun(db: Db, { from, to }: Pick<Span, "from" | "to">): Promise<string | null> {
  const { rows } = await sql<{ series_id: string }>`
    select series_id from funnel_step join series on series.id = series_id
    where at >= ${from} and at < ${to} and step = 'episode' and episode_number = 1
    group by series_id order by count(*) desc, series_id limit 1`.execute(db);
  return rows[0]?.series_id ?? null;
}

/** Returns the day of the first step that is still stored for each visitor. */
export async function firstStepDay(db: Db, zone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(at) at time zone ${zone}, 'YYYY-MM-DD') as day from funnel_step`.execute(db);
  return rows[0]?.day ?? null;
}

/** Returns the first day of which anything of visitors is known. */
export async function firstVisitDay(db: Db, zone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(least((select min(day) from funnel_day), (select (min(at) at time zone ${zone})::date from touch),
      (select (min(at) at time zone ${zone})::date from funnel_step)), 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]?.day ?? null;
}
