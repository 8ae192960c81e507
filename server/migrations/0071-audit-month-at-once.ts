import { type Kysely, sql } from "kysely";

/**
 * Lets two transactions ask for the same new month of the audit log at once. Waiting for an advisory lock does not refresh
 * PostgreSQL's catalogue cache, so the second look of to_regclass still answered "no such table", and the second
 * transaction failed. A query of pg_class reads with a snapshot of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}

const statement = `create or replace function audit_month(kept text, moment timestamptz) returns void language plpgsql as $$
  declare
    first timestamp := date_trunc('month', moment at time zone 'UTC');
    leaf text := format('audit_%s_%s', kept, to_char(first, 'YYYY_MM'));
  begin
    if to_regclass(leaf) is not null then return; end if;
    perform pg_advisory_xact_lock(7205411891);
    if exists (select from pg_class where relname = leaf and relnamespace = current_schema()::regnamespace) then
      return;
    end if;
    execute format('create table %I (like audit including defaults including constraints including indexes)', leaf);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', 'audit_' || kept, leaf,
      first at time zone 'UTC', (first + interval '1 month') at time zone 'UTC');
    perform audit_guard();
  end $$`;
