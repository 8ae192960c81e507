import { type Kysely, sql } from "kysely";

/**
 * Touches and steps in partitions by month, so that a month whose rows were aggregated leaves no empty pages behind, and
 * reports read only the months that they are about. No constraint spans partitions: that a step is the first of its kind,
 * and a click is new, is looked up by the statements that store them. Rows are copied before the foreign keys exist, which
 * then checks all of them at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const renamed = (table: string, indexes: readonly string[]) => [
  `alter table ${table} rename to ${table}_whole`,
  ...indexes.map((index) => `alter index ${index} rename to ${index}_whole`),
];

const copied = (table: string) => [
  `create table ${table}_default partition of ${table} default`,
  `select partition_create('${table}', 'month', month at time zone 'UTC')
    from (select distinct date_trunc('month', at at time zone 'UTC') as month from ${table}_whole) as known`,
  `insert into ${table} select * from ${table}_whole`,
  `drop table ${table}_whole`,
  `alter table ${table} add foreign key (visitor_id) references visitor (id) on delete cascade`,
];

const statements = [
  ...renamed("touch", ["touch_pkey", "touch_visitor", "touch_at"]),
  `create table touch (
    id text not null,
    visitor_id text not null,
    at timestamptz not null,
    record jsonb not null check (record ->> 'kind' in ('tiktok', 'facebook', 'google', 'token', 'utm', 'referral', 'direct')),
    own_channel integer not null,
    first_channel integer not null,
    last_channel integer not null,
    primary key (id, at)
  ) partition by range (at)`,
  `create index touch_visitor on touch (visitor_id, at)`,
  `create index touch_at on touch (at)`,
  ...copied("touch"),
  ...["own_channel", "first_channel", "last_channel"].map(
    (column) => `alter table touch add foreign key (${column}) references channel`,
  ),
  ...renamed("funnel_step", ["funnel_step_pkey", "funnel_step_at", "funnel_step_series"]),
  `create table funnel_step (
    visitor_id text not null,
    series_id text not null,
    step text not null check (step in ('first_frame', 'episode', 'paywall', 'checkout')),
    episode_number integer not null,
    at timestamptz not null,
    first_channel integer,
    last_channel integer,
    primary key (visitor_id, series_id, step, episode_number, at)
  ) partition by range (at)`,
  `create index funnel_step_at on funnel_step (at)`,
  `create index funnel_step_series on funnel_step (series_id, visitor_id)`,
  ...copied("funnel_step"),
  ...["first_channel", "last_channel"].map(
    (column) => `alter table funnel_step add foreign key (${column}) references channel`,
  ),
];
