import { type Kysely, sql } from "kysely";

/**
 * Changes of plan. A period has a value: what was charged for it, and the credit that it took over. An order of the kind
 * `change` says what it replaced, so that its refund can restore it. Periods of a subscription never overlap.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table purchase_order
    add column list_amount bigint,
    add column discount bigint not null default 0 check (discount >= 0),
    add column credit bigint not null default 0 check (credit >= 0),
    add column replaced jsonb,
    add constraint order_amounts check (list_amount is null or amount = list_amount - discount - credit)`,
  `create unique index order_change on purchase_order (visitor_id)
    where kind = 'change' and state in ('pending', 'processing', 'review')`,
  `alter table subscription
    add column pending_plan_id text references plan,
    add column pending_price_id text references plan_price,
    add column pending_consent jsonb,
    add constraint subscription_pending check (num_nonnulls(pending_plan_id, pending_price_id) in (0, 2))`,
  // Null: what its order cost, as the former release writes it.
  `alter table subscription_period add column value bigint check (value >= 0)`,
  // In milliseconds, as the app writes them: migration 0017 made ends with microseconds.
  `create function subscription_period_alone() returns trigger language plpgsql as $$
    begin
      if exists (select from subscription_period one
          join subscription_period other on other.subscription_id = one.subscription_id and other.no > one.no
          where one.subscription_id = new.subscription_id
            and tstzrange(date_trunc('milliseconds', one.starts_at), date_trunc('milliseconds', one.ends_at))
              && tstzrange(date_trunc('milliseconds', other.starts_at), date_trunc('milliseconds', other.ends_at))
            and new.no in (one.no, other.no)) then
        raise exception 'period % of subscription % overlaps another', new.no, new.subscription_id
          using errcode = 'exclusion_violation';
      end if;
      return null;
    end $$`,
  `create constraint trigger subscription_period_alone after insert or update on subscription_period
    deferrable initially deferred for each row execute function subscription_period_alone()`,
];
