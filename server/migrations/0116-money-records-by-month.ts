import { type Kysely, sql } from "kysely";

/**
 * Webhook events and the money log in partitions by month. They stay for 13 months and are then exported by
 * `npm run archive`, which drops the month. An event is looked up before it is stored, as no constraint spans months.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const renamed = (table: string, indexes: readonly string[]) => [
  `alter table ${table} rename to ${table}_whole`,
  ...indexes.map((index) => `alter index ${index} rename to ${index}_whole`),
];

const copied = (table: string, key: string) => [
  `create table ${table}_default partition of ${table} default`,
  `select partition_create('${table}', 'month', month at time zone 'UTC')
    from (select distinct date_trunc('month', ${key} at time zone 'UTC') as month from ${table}_whole) as known`,
  `insert into ${table} select * from ${table}_whole`,
  `drop table ${table}_whole`,
];

const statements = [
  ...renamed("webhook_inbox", [
    "webhook_inbox_pkey",
    "webhook_inbox_due",
    "webhook_inbox_age",
    "webhook_inbox_failed",
  ]),
  `create table webhook_inbox (
    id text not null,
    gateway text not null,
    event_id text not null,
    type text not null,
    subject jsonb not null,
    raw bytea,
    state text not null check (state in ('new', 'done', 'ignored', 'failed')),
    tries integer not null default 0,
    next_at timestamptz,
    received_at timestamptz not null,
    primary key (id, received_at)
  ) partition by range (received_at)`,
  `create index webhook_inbox_event on webhook_inbox (gateway, event_id)`,
  `create index webhook_inbox_due on webhook_inbox (next_at) where next_at is not null`,
  `create index webhook_inbox_age on webhook_inbox (received_at)`,
  `create index webhook_inbox_failed on webhook_inbox (id) where state = 'failed'`,
  `create index webhook_inbox_raw on webhook_inbox (received_at) where raw is not null`,
  ...copied("webhook_inbox", "received_at"),
  ...renamed("money_log", ["money_log_pkey", "money_log_subject", "money_log_review"]),
  `create table money_log (
    id text not null,
    at timestamptz not null,
    subject text not null,
    subject_id text not null,
    from_state text,
    to_state text not null,
    cause text not null,
    detail jsonb not null default '{}',
    primary key (id, at)
  ) partition by range (at)`,
  `create index money_log_subject on money_log (subject_id, id)`,
  `create index money_log_review on money_log (id desc) where subject = 'review'`,
  ...copied("money_log", "at"),
];
