import { type Kysely, sql } from "kysely";

/**
 * The reasons for which a bank declined an order, beside when the order was begun: the list of orders by such a reason is read in its
 * own order from one index. Through attempts and payments a page of it took two seconds where fifty thousand orders have the reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofAttempts = `select distinct attempt.decline_code, bought.created_at, bought.id
  from payment_attempt attempt join payment on payment.id = attempt.payment_id
  join purchase_order bought on bought.id = payment.order_id
  where attempt.decline_code is not null`;

const statements = [
  `create table order_decline (
    code text not null,
    ordered_at timestamptz not null,
    order_id text not null references purchase_order (id) on delete cascade,
    primary key (code, ordered_at, order_id)
  )`,
  `create index order_decline_order on order_decline (order_id)`,
  `create function order_decline_follows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.decline_code is not null then
        delete from order_decline gone using payment
          where payment.id = old.payment_id and gone.order_id = payment.order_id and gone.code = old.decline_code
          and not exists (select from payment_attempt other join payment paid on paid.id = other.payment_id
            where paid.order_id = payment.order_id and other.decline_code = old.decline_code and other.id <> old.id);
      end if;
      insert into order_decline (code, ordered_at, order_id)
        select new.decline_code, bought.created_at, bought.id
        from payment join purchase_order bought on bought.id = payment.order_id
        where payment.id = new.payment_id and new.decline_code is not null
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger payment_attempt_declined after insert on payment_attempt
    for each row when (new.decline_code is not null) execute function order_decline_follows()`,
  `create trigger payment_attempt_redeclined after update of decline_code on payment_attempt
    for each row when (old.decline_code is distinct from new.decline_code) execute function order_decline_follows()`,
  `insert into order_decline (code, ordered_at, order_id) ${ofAttempts}`,
  `drop index if exists payment_attempt_decline`,
];
