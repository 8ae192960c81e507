import { type Kysely, sql } from "kysely";

/** Releases: when episodes become visible by themselves, and which did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table episode
    add column release_at timestamptz,
    add column withdrawn_at timestamptz`,
  `comment on column episode.release_at is 'the time of the drop that the episode waits for, or was released by'`,
  `comment on column episode.withdrawn_at is 'taken back after a release; only a new drop releases it again'`,
  `alter table series
    add column release_mode text not null default 'at_once' check (release_mode in ('at_once', 'planned', 'held')),
    add column next_release_at timestamptz,
    add column last_release_at timestamptz`,
  `comment on column series.release_mode is 'at_once: an encoded episode without a time is shown; planned: it waits for the plan; held: nothing is released'`,
  `create view shown_series as select * from series where poster is not null
    and (published_at is not null or (state = 'live' and next_release_at is not null))`,
  `comment on view shown_series is 'visible series, and those that only have a time for their first episode: they have a page and a card'`,
  // Series that only have a plan yet, the next to come first.
  `create index series_coming on series (next_release_at, id)
    where published_at is null and poster is not null and state = 'live' and next_release_at is not null`,
  // What an active plan still has to give a time.
  `create index series_planned on series (id) where release_mode = 'planned'`,
  `create index episode_without_time on episode (series_id)
    where published_at is null and release_at is null and withdrawn_at is null and not held`,
  `create table release_plan (
    series_id text primary key references series on delete cascade,
    starts_on date not null,
    time_of_day time not null,
    time_zone text not null,
    weekdays integer[] check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
    per_time integer not null check (per_time between 1 and 10),
    skip date[] not null default '{}',
    active boolean not null default true
  )`,
  `comment on column release_plan.weekdays is '1 is Monday, 7 is Sunday; null is every day'`,
  `create table release_drop (
    id text primary key,
    series_id text not null references series on delete cascade,
    local_at timestamp not null,
    zone text not null,
    at timestamptz not null,
    state text not null default 'planned' check (state in ('planned', 'blocked', 'done', 'cancelled')),
    version integer not null default 1,
    changed_at timestamptz not null,
    changed_by text
  )`,
  `comment on column release_drop.local_at is 'what an operator asked for; at follows from it and the zone'`,
  `create index release_drop_due on release_drop (at, id) where state in ('planned', 'blocked')`,
  `create index release_drop_at on release_drop (at, id)`,
  `create index release_drop_series on release_drop (series_id, at)`,
  `create table release_drop_episode (
    drop_id text not null references release_drop on delete cascade,
    episode_id text not null references episode on delete cascade,
    is_open boolean not null default true,
    released_at timestamptz,
    primary key (drop_id, episode_id)
  )`,
  // An episode waits for one drop at most.
  `create unique index release_drop_episode_open on release_drop_episode (episode_id) where is_open`,
  `create function release_drop_follow() returns trigger language plpgsql as $$
    begin
      update release_drop_episode set is_open = new.state in ('planned', 'blocked') and released_at is null
      where drop_id = new.id;
      return null;
    end $$`,
  `create trigger release_drop_follow after update of state on release_drop for each row
    when (old.state <> new.state) execute function release_drop_follow()`,
  `create table release_event (
    id text primary key,
    series_id text not null references series on delete cascade,
    at timestamptz not null
  )`,
  `create index release_event_series on release_event (series_id, at)`,
  // The key makes the first release of an episode an event, once and never again.
  `create table release_event_episode (
    episode_id text primary key references episode on delete cascade,
    event_id text not null references release_event on delete cascade
  )`,
  `create index release_event_episode_event on release_event_episode (event_id)`,
  ...["release_plan", "release_drop", "release_drop_episode"].map(
    (table) => `create trigger ${table}_is_audited before insert or update or delete or truncate on ${table}
      for each statement execute function change_is_audited()`,
  ),
];
