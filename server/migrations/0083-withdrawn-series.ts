import { type Kysely, sql } from "kysely";

/** Series that an operator withdrew: hidden, but playable for those who bought them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table series
    add column withdrawn_at timestamptz,
    add column first_published_at timestamptz,
    add column closed boolean not null default false`,
  `comment on column series.first_published_at is 'published_at of a withdrawn series: its place in lists once it is published again'`,
  `comment on column series.closed is 'withdrawn for everybody, also for those who bought it'`,
  `create index series_withdrawn on series (withdrawn_at) where state = 'withdrawn'`,
  `create view playable_series as
    select *, false as withdrawn from series
    where poster is not null and (published_at is not null or (state = 'live' and next_release_at is not null))
    union all
    select *, true as withdrawn from series
    where poster is not null and published_at is null and state = 'withdrawn' and not closed`,
  `comment on view playable_series is 'shown series, and withdrawn ones: those are for the holders of kept_right alone'`,
  `create view playable_episode as
    select episode.*, series.published_at is null as withdrawn
    from episode join series on series.id = episode.series_id
    where episode.published_at is not null and episode.asset_id is not null and series.poster is not null
      and (series.published_at is not null or (series.state = 'withdrawn' and not series.closed))`,
  `comment on view playable_episode is 'visible episodes, and those of withdrawn series: those are for the holders of kept_right alone'`,
  `create view kept_right as
    select entitlement.visitor_id, entitlement.series_id
    from entitlement join series on series.id = entitlement.series_id
    where entitlement.source_type = 'order' and entitlement.revoked_at is null and entitlement.suspended_at is null
      and entitlement.valid_to is null and series.state = 'withdrawn' and not series.closed`,
  `comment on view kept_right is 'who bought a series that was withdrawn since'`,
];
