import { type Kysely, sql } from "kysely";

/** A series whose first episode is late keeps its page and its card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const shown = `poster is not null and (published_at is not null or (state = 'live' and (next_release_at is not null
  or exists (select from release_drop where series_id = series.id and release_drop.state = 'blocked'))))`;

const statements = [
  `drop view shown_series`,
  `create view shown_series as select * from series where ${shown}`,
  `comment on view shown_series is 'visible series, and those whose first episode has a time or is late: they have a page and a card'`,
  `drop view playable_series`,
  `create view playable_series as
    select *, false as withdrawn from series where ${shown}
    union all
    select *, true as withdrawn from series
    where poster is not null and published_at is null and state = 'withdrawn' and not closed`,
  `comment on view playable_series is 'shown series, and withdrawn ones: those are for the holders of kept_right alone'`,
];
