import { type Kysely, sql } from "kysely";

/** Acts of operators on many series: what to do, and how it ended for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table series_bulk (
    id text primary key,
    operator_id text not null,
    request_key text not null,
    actor jsonb not null,
    act jsonb not null,
    total integer not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    unique (operator_id, request_key)
  )`,
  `create index series_bulk_open on series_bulk (created_at, id) where ended_at is null`,
  `create table series_bulk_row (
    bulk_id text not null references series_bulk on delete cascade,
    series_id text not null references series on delete cascade,
    outcome text check (outcome in ('done', 'draft', 'unchanged', 'failed')),
    sentence text,
    primary key (bulk_id, series_id)
  )`,
  `create index series_bulk_row_waiting on series_bulk_row (bulk_id, series_id) where outcome is null`,
  `create index series_bulk_row_series on series_bulk_row (series_id)`,
];
