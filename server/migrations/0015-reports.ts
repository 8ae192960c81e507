import { type Kysely, sql } from "kysely";

/**
 * What browsers report, as numbers of a day alone: how often what happened, and how well playing went. No row is about a
 * person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Series: '' where the event is about none, or about one that is not ours. Deleted series keep their counts.
  await sql`
    create table report_count (
      day date not null,
      source text not null check (source in ('report', 'beacon')),
      event text not null,
      series_id text not null,
      count bigint not null,
      primary key (day, source, event, series_id)
    )`.execute(db);
  // Rendition: the shorter edge in pixels, 0 unknown. Detail: the bucket of a first frame, the kind of an error, else ''.
  await sql`
    create table play_figure (
      day date not null,
      rendition integer not null,
      network text not null,
      figure text not null,
      detail text not null,
      amount bigint not null,
      primary key (day, rendition, network, figure, detail)
    )`.execute(db);
}
