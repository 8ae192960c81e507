import { type Kysely, sql } from "kysely";

/**
 * Prices may begin later: which one holds is decided by time, not by being the last. Two prices of the same thing never
 * hold at the same time. Caches of what is on sale are dropped when a planned change takes effect.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `drop index plan_price_now`,
  `drop index unlock_price_now`,
  `create index plan_price_time on plan_price (plan_id, currency, active_from)`,
  `create index unlock_price_time on unlock_price (currency, active_from)`,
  `alter table plan_price add constraint plan_price_span check (active_to is null or active_to >= active_from)`,
  `alter table unlock_price add constraint unlock_price_span check (active_to is null or active_to >= active_from)`,
  // The lock makes a concurrent insert wait, so that its check sees this one.
  `create function plan_price_alone() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('plan_price ' || new.plan_id || ' ' || new.currency, 0));
      if exists (select from plan_price other where other.plan_id = new.plan_id and other.currency = new.currency
          and other.id <> new.id
          and tstzrange(other.active_from, other.active_to) && tstzrange(new.active_from, new.active_to)) then
        raise exception 'plan % has another price in % at that time', new.plan_id, new.currency
          using errcode = 'exclusion_violation';
      end if;
      return null;
    end $$`,
  `create function unlock_price_alone() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('unlock_price ' || new.currency, 0));
      if exists (select from unlock_price other where other.currency = new.currency and other.id <> new.id
          and tstzrange(other.active_from, other.active_to) && tstzrange(new.active_from, new.active_to)) then
        raise exception 'unlocking has another price in % at that time', new.currency
          using errcode = 'exclusion_violation';
      end if;
      return null;
    end $$`,
  `create trigger plan_price_alone after insert or update on plan_price
    for each row execute function plan_price_alone()`,
  `create trigger unlock_price_alone after insert or update on unlock_price
    for each row execute function unlock_price_alone()`,
  `create table price_change (at timestamptz primary key)`,
];
