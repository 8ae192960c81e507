import { sql } from "kysely";
import { booksOf, type TestShop } from "./purchases.ts";

/** Returns the violated invariants of our ledger and records; they hold at any moment. */
export async function faultsOfBooks({ database: { db } }: Pick<TestShop, "database">): Promise<string[]> {
  const rules: [string, ReturnType<typeof sql<{ id: string }>>][] = [
    [
      "a transaction of the ledger does not sum to zero",
      sql`select txn_id as id from ledger_entry group by txn_id, currency having sum(amount) <> 0`,
    ],
    [
      "an order was paid twice by wanted money",
      sql`select order_id as id from payment where state = 'succeeded' and not unwanted group by order_id having count(*) > 1`,
    ],
    [
      "an order has two payments that may still succeed",
      sql`select order_id as id from payment where state in ('charging', 'action', 'pending', 'in_doubt')
        group by order_id having count(*) > 1`,
    ],
    [
      "a paid order gives no right",
      sql`select o.id from purchase_order o where state in ('paid', 'partially_refunded') and not exists (
        select from entitlement e where e.source_id = o.id and e.revoked_at is null)`,
    ],
    [
      "a right lives without a paid order",
      sql`select e.id from entitlement e join purchase_order o on o.id = e.source_id where e.source_type = 'order'
        and e.revoked_at is null and o.state not in ('paid', 'partially_refunded', 'disputed')`,
    ],
    [
      "a paid order has no receipt, or two",
      sql`select o.id from purchase_order o where paid_at is not null and 1 <> (
        select count(*) from receipt r where r.order_id = o.id and r.kind = 'receipt')`,
    ],
    [
      // What a guest bought is an account's beside its own; it renews no more.
      "somebody has two memberships that live",
      sql`select visitor_id as id from subscription where state in ('trialing', 'active', 'past_due') and merged_from is null
        group by visitor_id having count(*) > 1`,
    ],
    [
      "a membership that became an account's second one renews",
      sql`select id from subscription where merged_from is not null and state = 'active' and not cancel_at_period_end`,
    ],
    [
      "a series was bought twice by one person",
      sql`select min(e.id) as id from entitlement e where scope = 'series' and revoked_at is null
        group by visitor_id, series_id having count(*) > 1`,
    ],
    [
      // Amounts moved by disputes are compared with the gateway's records. A line that was read before its payment was
      // settled waited in suspense.
      "the books of an order and its captures differ",
      sql`select p.order_id as id from capture c join payment p on p.id = c.payment_id
        where not exists (select from ledger_txn d where d.order_id = p.order_id and d.source like 'dispute:%')
        group by p.order_id, c.currency
        having sum(c.amount - c.refunded) <> (select coalesce(sum(e.amount), 0) from ledger_entry e
          join ledger_txn t on t.id = e.txn_id where t.order_id = p.order_id and e.currency = c.currency
            and e.account in ('gateway_receivable', 'gateway_clearing', 'gateway_fees', 'fx_conversion', 'suspense'))`,
    ],
    [
      "a payment's money and its captures differ",
      sql`select p.id from payment p where captured <> (
        select coalesce(sum(amount), 0) from capture c where c.payment_id = p.id)`,
    ],
  ];
  const faults: string[] = [];
  for (const [words, query] of rules) {
    const { rows } = await query.execute(db);
    faults.push(...rows.slice(0, 3).map(({ id }) => `${words}: ${id}`));
  }
  return faults;
}

interface RemoteMoney {
  charges: {
    id: string;
    payment_intent: string | null;
    amount: number;
    amount_refunded: number;
    status: string;
    paid: boolean;
  }[];
}

/** Returns the differences between the gateway and us; there are none once nothing is in flight. */
export async function faultsOfGateway(shop: TestShop): Promise<string[]> {
  const { db } = shop.database;
  const faults: string[] = [];
  const { charges } = await shop.stand.get<RemoteMoney>("/money");
  const { rows: captures } = await sql<{
    remote_id: string;
    amount: number;
    refunded: number;
  }>`select remote_id, amount,
    refunded from capture`.execute(db);
  const known = new Map(captures.map((capture) => [capture.remote_id, capture]));
  const perIntent = new Map<string, number>();
  for (const { id, payment_intent: intent, amount, amount_refunded: back, status, paid } of charges) {
    if (status !== "succeeded" || !paid) continue;
    const capture = known.get(id);
    if (!capture) faults.push(`the gateway took money that we know nothing of: ${id}`);
    else if (capture.amount !== amount || capture.refunded !== back)
      faults.push(
        `${id}: ${amount} and ${back} back there, ${capture.amount} and ${capture.refunded} back here`,
      );
    perIntent.set(intent ?? id, (perIntent.get(intent ?? id) ?? 0) + 1);
  }
  const { rows: intents } = await sql<{
    order_id: string;
    remote_id: string;
  }>`select order_id, remote_id from payment
    where remote_id is not null`.execute(db);
  const perOrder = new Map<string, number>();
  for (const { order_id: id, remote_id: intent } of intents)
    perOrder.set(id, (perOrder.get(id) ?? 0) + (perIntent.get(intent) ?? 0));
  for (const [id, count] of perOrder) if (count > 1) faults.push(`order ${id} was charged ${count} times`);
  const { rows: open } = await sql<{ id: string; state: string }>`select id, state from payment
    where state in ('charging', 'in_doubt', 'action', 'pending')`.execute(db);
  faults.push(...open.map(({ id, state }) => `${id} is ${state} after days`));
  const { rows: unwanted } = await sql<{
    order_id: string;
  }>`select order_id from payment where unwanted and captured <> (
    select coalesce(sum(refunded), 0) from capture where payment_id = payment.id)`.execute(db);
  faults.push(...unwanted.map(({ order_id: id }) => `unwanted money of ${id} did not go back`));
  for (const { order_id: id } of unwanted.slice(0, 1)) faults.push(JSON.stringify(await booksOf(shop, id)));
  return faults;
}
