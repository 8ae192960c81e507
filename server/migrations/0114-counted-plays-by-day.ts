import { type Kysely, sql } from "kysely";

/**
 * Counted plays in partitions by day, so that those of a day that is over are dropped as a whole. Only two days are
 * looked at, so older rows are not copied. Rows without a partition of their own are in the default one, from where
 * the upkeep moves them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Creates the partition of a day or month, with the rows that were stored before there was one. It is attached rather
  // than created in place, which would wait for all readers. A query of pg_class sees what another transaction committed.
  `create function partition_create(parent text, unit text, moment timestamptz) returns boolean language plpgsql as $$
    declare
      first timestamp := date_trunc(unit, moment at time zone 'UTC');
      -- Written with hour and zone, which a key of days ignores.
      form text := 'YYYY-MM-DD 00:00:00+00';
      leaf text := parent || '_' || to_char(first, case unit when 'day' then 'YYYY_MM_DD' else 'YYYY_MM' end);
      key text := pg_get_partkeydef(parent::regclass);
      bounds text[] := array[to_char(first, form), to_char(first + ('1 ' || unit)::interval, form)];
    begin
      if exists (select from pg_class where relname = leaf and relnamespace = current_schema()::regnamespace) then
        return false;
      end if;
      perform pg_advisory_xact_lock(7205411892);
      if exists (select from pg_class where relname = leaf and relnamespace = current_schema()::regnamespace) then
        return false;
      end if;
      key := substring(key from '\\((.*)\\)');
      execute format('create table %I (like %I including defaults including constraints including indexes including storage)',
        leaf, parent);
      execute format('lock table %I in access exclusive mode', parent || '_default');
      execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
        parent || '_default', key, bounds[1], key, bounds[2], leaf);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, leaf, bounds[1], bounds[2]);
      return true;
    end $$`,
  `alter table counted_play rename to counted_play_whole`,
  `alter index counted_play_pkey rename to counted_play_whole_pkey`,
  `create table counted_play (
    visitor_id text not null references visitor (id) on delete cascade,
    episode_id text not null,
    day date not null,
    at timestamptz not null,
    counted_at timestamptz not null,
    primary key (visitor_id, episode_id, day)
  ) partition by range (day)`,
  `comment on column counted_play.day is 'of counted_at, in UTC'`,
  `create table counted_play_default partition of counted_play default`,
  `insert into counted_play
    select visitor_id, episode_id, (counted_at at time zone 'UTC')::date, at, counted_at from counted_play_whole
    where counted_at > now() - interval '2 days'`,
  `drop table counted_play_whole`,
];
