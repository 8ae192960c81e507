import { type Kysely, sql } from "kysely";

const closed = `
  add column closed_at timestamptz, add column closed_by text, add column close_note text,
  add check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (close_note is null))`;

/** What tells a fault of the merchant's from a buyer's decline, and what a charge in a single step needs to be recovered. */
const statements = [
  // Who closed a fact in manual review, when and with which note: on the fact's own row.
  `alter table payment ${closed}`,
  `alter table payment_attempt ${closed}`,
  `alter table refund ${closed}`,
  // fault: the gateway's code of a fault of the merchant's. body_hash: of the one request that a key may be sent with again.
  `alter table payment_attempt add column fault text, add column body_hash text, add column body text`,
  `create index payment_attempt_faults on payment_attempt (fault) where fault is not null and closed_at is null`,
  // A payment whose order is made and charged in one request. key_until: until when that request may be sent again.
  // second_of: the payment that its gateway took twice, of which this is the second time. approval_url: where its payer agrees.
  `alter table payment add column mit_key text, add column key_until timestamptz, add column approval_url text,
    add column second_of text references payment`,
  `create unique index payment_mit_key on payment (mit_key)`,
  `drop index payment_of_gateway`,
  `create unique index payment_of_gateway on payment (order_id, gateway, (mit_key is not null))
    where state not in ('canceled', 'succeeded')`,
  // From when the days of further tries are counted, where a fault of the merchant's came before the buyer's first refusal.
  `alter table subscription add column dunning_from timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
