import { type Kysely, sql } from "kysely";

/**
 * The audit log, and the triggers that refuse a change of what operators own without a row in it. Partitions by retention and
 * month are created as they are needed (`platform/db/audit.ts`), so that what is over is dropped as a whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const table of watched)
    await sql
      .raw(
        `create trigger ${table}_is_audited before insert or update or delete or truncate on ${table}
          for each statement execute function change_is_audited()`,
      )
      .execute(db);
}

/** Tables of what operators own. */
const watched = [
  "series",
  "episode",
  "tag",
  "section",
  "plan",
  "plan_price",
  "unlock_price",
  "refund",
  "entitlement",
  "config_entry",
  "site_setting",
  "operator",
  "operator_passkey",
  "operator_secret",
  "operator_invite",
];

/** Background work that changes such tables, and whose own log or ledger is the record. */
const tasks = ["ingest", "releases", "settlement", "renewals", "counters", "erasure", "restore"];

const statements = [
  `create table audit (
    id text not null,
    at timestamptz not null,
    kept text not null check (kept in ('money', 'other')),
    actor_kind text not null check (actor_kind in ('operator', 'command', 'system')),
    actor text not null,
    role text,
    session_id text,
    request_id text,
    network text,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    before jsonb,
    after jsonb,
    reason text,
    primary key (kept, at, id)
  ) partition by list (kept)`,
  `create table audit_money partition of audit for values in ('money') partition by range (at)`,
  `create table audit_other partition of audit for values in ('other') partition by range (at)`,
  `create index audit_id on audit (id)`,
  `create index audit_actor on audit (actor, id)`,
  `create index audit_subject on audit (subject_kind, subject_id, id)`,
  `create index audit_action on audit (action text_pattern_ops, id)`,
  `create index audit_request on audit (request_id) where request_id is not null`,

  `create function audit_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
    end $$`,
  // Triggers for rows are inherited by every partition; those for TRUNCATE are not.
  `create trigger audit_row_stays before update or delete on audit for each row execute function audit_stays()`,
  ...["audit", "audit_money", "audit_other"].map(
    (table) =>
      `create trigger ${table}_stays before truncate on ${table} for each statement execute function audit_stays()`,
  ),
  // Gives each partition its trigger, also those that a restore created.
  `create function audit_guard() returns void language plpgsql as $$
    declare
      leaf regclass;
    begin
      for leaf in select relid from pg_partition_tree('audit') where isleaf loop
        if not exists (select from pg_trigger where tgrelid = leaf and tgname = 'audit_leaf_stays') then
          execute format('create trigger audit_leaf_stays before truncate on %s
            for each statement execute function audit_stays()', leaf);
        end if;
      end loop;
    end $$`,
  // Creates the partition of a month. It is attached rather than created in place, which would wait for all readers.
  `create function audit_month(kept text, moment timestamptz) returns void language plpgsql as $$
    declare
      first timestamp := date_trunc('month', moment at time zone 'UTC');
      leaf text := format('audit_%s_%s', kept, to_char(first, 'YYYY_MM'));
    begin
      if to_regclass(leaf) is not null then return; end if;
      perform pg_advisory_xact_lock(7205411891);
      if to_regclass(leaf) is not null then return; end if;
      execute format('create table %I (like audit including defaults including constraints including indexes)', leaf);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', 'audit_' || kept, leaf,
        first at time zone 'UTC', (first + interval '1 month') at time zone 'UTC');
      perform audit_guard();
    end $$`,
  // Drops whole partitions that ended before the limit of their retention; returns how many.
  `create function audit_drop_ended(kept text, before timestamptz) returns integer language plpgsql as $$
    declare
      leaf text;
      dropped integer := 0;
    begin
      for leaf in
        select relid::regclass::text from pg_partition_tree('audit_' || kept) where isleaf order by 1
      loop
        if to_date(right(leaf, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC' then
          execute format('drop table %s', leaf);
          dropped := dropped + 1;
        end if;
      end loop;
      return dropped;
    end $$`,

  `create function change_is_audited() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('app.audit_id', true), '') <> '' then return null; end if;
      if current_setting('app.actor', true) in (${tasks.map((task) => `'system:${task}'`).join(", ")}) then return null; end if;
      raise exception 'a change of % without a row in the audit log', tg_table_name
        using errcode = 'restrict_violation', hint = 'Make the change within audited() of platform/db/audit.ts.';
    end $$`,
];
