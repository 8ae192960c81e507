import { type Kysely, sql } from "kysely";

/** What campaigns cost, and the files that operators export. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table campaign_cost (
    grouping text not null check (grouping in ('kind', 'campaign', 'token', 'language')),
    key text not null,
    day date not null,
    currency text not null,
    amount bigint not null check (amount > 0),
    primary key (grouping, key, day, currency)
  )`,
  `comment on column campaign_cost.key is 'the group of visitors as the report names it'`,
  `create index campaign_cost_day on campaign_cost (grouping, day)`,
  `create trigger campaign_cost_is_audited before insert or update or delete or truncate on campaign_cost
    for each statement execute function change_is_audited()`,
  `create table console_export (
    id text primary key,
    operator_id text not null references operator (id) on delete cascade,
    request_key text not null,
    role text not null,
    kind text not null,
    params jsonb not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    rows integer,
    created_at timestamptz not null,
    ends_at timestamptz not null,
    unique (operator_id, request_key)
  )`,
  `comment on column console_export.role is 'That of its maker at that time: what it shows depends on it.'`,
  `create index console_export_open on console_export (id) where state in ('waiting', 'running')`,
  `create index console_export_ends on console_export (ends_at)`,
  `create table console_export_part (
    export_id text not null references console_export (id) on delete cascade,
    n integer not null,
    text text not null,
    primary key (export_id, n)
  )`,
];
