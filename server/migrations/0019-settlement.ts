import { type Kysely, sql } from "kysely";

/**
 * What a capture brought in the currency that the gateway's account keeps: null until its line of the balance is known. A
 * refund remembers which move of a dispute is the same money, and a membership the price row that its periods cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table capture
    add column settled_currency text check (settled_currency ~ '^[A-Z]{3}$'),
    add column settled_amount bigint,
    add column settled_fee bigint,
    add column settled_rate numeric(20,10),
    add constraint capture_settled check (
      num_nonnulls(settled_currency, settled_amount, settled_fee) in (0, 3)
      and (settled_rate is null or settled_currency is not null))`,
  // A fee was kept only where it came in the currency of the sale.
  `update capture set settled_currency = currency, settled_amount = amount, settled_fee = fee where fee is not null`,
  `alter table capture drop column fee`,
  // The others are asked for again, by the schedule of late lines.
  `update payment set next_inspect_at = now(), inspections = 0
    where state = 'succeeded' and id in (select payment_id from capture where settled_fee is null)`,
  `create index capture_unsettled on capture (at) where settled_fee is null`,
  `alter table refund add column dispute_ref text unique`,
  `alter table subscription add column price_id text references plan_price`,
  `update subscription set price_id = first.price_id from (
      select subscription_id, price_id from purchase_order where kind = 'subscribe') first
    where first.subscription_id = subscription.id and first.price_id in (select id from plan_price)`,
];
