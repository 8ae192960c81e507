import { type Kysely, sql } from "kysely";

/** A payment that is called off is `cancelled`, as an order and a membership are. */
const statements = [
  `alter table payment drop constraint payment_state_check`,
  `drop index payment_of_gateway`,
  `update payment set state = 'cancelled' where state = 'canceled'`,
  `update payment_attempt set outcome = 'cancelled' where outcome = 'canceled'`,
  `alter table payment add constraint payment_state_check check (state in ('new', 'open', 'charging', 'action', 'pending',
    'in_doubt', 'succeeded', 'declined', 'cancelled'))`,
  `create unique index payment_of_gateway on payment (order_id, gateway, (mit_key is not null))
    where state not in ('cancelled', 'succeeded')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
