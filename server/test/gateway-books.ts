import type { TestMoney } from "./money.ts";

type Sums = Record<string, Record<string, number>>;

/**
 * Returns the non-zero ledger accounts of an order, by currency. What the gateway owes us and what it has of ours are one
 * account here: lines of its balance settle the one by the other, sooner or later.
 */
export async function ledgerOf({ database }: TestMoney, orderId: string): Promise<Sums> {
  const { rows } = await database.pool.query<{ currency: string; account: string; sum: number }>(
    `select currency, case when account = 'gateway_receivable' then 'gateway_clearing' else account end as account,
       sum(amount)::int as sum
     from ledger_entry join ledger_txn on id = txn_id
     where order_id = $1 group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    [orderId],
  );
  const sums: Sums = {};
  for (const { currency, account, sum } of rows) sums[currency] = { ...sums[currency], [account]: sum };
  return sums;
}

interface StripeMoney {
  disputes: { id: string; status: string }[];
  lines: { type: string; amount: number; fee: number; currency: string; source: string | null }[];
}

/** What is compared of a gateway's currency: our balance there, what banks hold of open disputes, and the fees. */
const none: Sums[string] = { money: 0, held: 0, fees: 0 };

/** Reads the lines of both gateways' balances now, PayPal's without its delay. */
export async function readLines({ database, paypal, clock, work }: TestMoney): Promise<void> {
  await paypal.put("/settings", { reportingSeconds: 0 });
  await database.pool.query("update balance_watermark set next_at = $1", [clock.now()]);
  await work();
  await paypal.put("/settings", { reportingSeconds: 10_800 });
}

/**
 * Returns the differences between our ledger and the gateways' records, to the cent, by method and currency, once all lines
 * are read. Nothing is owed to us then. An amount that a bank holds has left the balance.
 */
export async function faultsOfGatewayBooks(shop: TestMoney): Promise<string[]> {
  // A year's program reads them by itself.
  if ("work" in shop) await readLines(shop);
  const { rows } = await shop.database.pool.query<{
    method: string;
    currency: string;
    money: number;
    held: number;
    fees: number;
  }>(
    `with moved as materialized (
       select distinct split_part(source, ':', 2) as order_id from ledger_txn where starts_with(source, 'receivable:'))
     select case split_part(t.source, ':', 2) when 'stripe' then 'card' else 'paypal' end as method, e.currency,
       coalesce(sum(e.amount) filter (where e.account = 'gateway_clearing'), 0)::int as money,
       coalesce(sum(e.amount) filter (where e.account = 'dispute_hold'), 0)::int as held,
       coalesce(sum(e.amount) filter (where e.account = 'gateway_fees'), 0)::int as fees
     from ledger_entry e join ledger_txn t on t.id = e.txn_id
       left join moved on moved.order_id = t.order_id
     where split_part(t.source, ':', 2) in ('stripe', 'paypal')
       and not (moved.order_id is not null and e.account = 'gateway_clearing' and not starts_with(t.source, 'settled:'))
     group by 1, 2`,
  );
  const ours: Sums = Object.fromEntries(
    rows.map(({ method, currency, ...sums }) => [`${method} ${currency}`, sums]),
  );
  const theirs = { ...(await stripeBooks(shop)), ...(await paypalBooks(shop)) };
  const { rows: owed } = await shop.database.pool.query<{ id: string; currency: string; sum: number }>(
    `select order_id as id, currency, sum(amount)::int as sum from ledger_entry join ledger_txn on ledger_txn.id = txn_id
     where account = 'gateway_receivable' group by 1, 2 having sum(amount) <> 0`,
  );
  return [
    ...owed.map(({ id, currency, sum }) => `${sum} ${currency} of order ${id} is not settled`),
    ...[...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
      const [here, there] = [ours[key] ?? none, theirs[key] ?? none];
      const equal = Object.keys(none).every((what) => here[what] === there[what]);
      return equal ? [] : [`${key}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} at the gateway`];
    }),
  ];
}

async function stripeBooks({ stripe }: TestMoney): Promise<Sums> {
  const { disputes, lines } = (await stripe.get("/money")) as StripeMoney;
  const books: Sums = {};
  const add = (currency: string, moved: Sums[string]) => {
    const key = `card ${currency.toUpperCase()}`;
    const before = books[key] ?? none;
    books[key] = Object.fromEntries(
      Object.keys(none).map((what) => [what, (before[what] ?? 0) + (moved[what] ?? 0)]),
    );
  };
  const open = disputes.filter(({ status }) => !["won", "lost", "warning_closed"].includes(status));
  const holding = new Set(open.map(({ id }) => id));
  for (const { type, amount, fee, currency, source } of lines) {
    const held = type === "adjustment" && holding.has(source ?? "") ? -amount : 0;
    add(currency, { money: amount - fee, held, fees: fee });
  }
  return books;
}

async function paypalBooks({ paypal }: TestMoney): Promise<Sums> {
  const { totals } = (await paypal.get("/money")) as {
    totals: Record<string, { net: number; fees: number }>;
  };
  return Object.fromEntries(
    Object.entries(totals).map(([currency, { net, fees }]) => [
      `paypal ${currency}`,
      // PayPal takes the amount when the buyer has won, and holds nothing before.
      { money: net, held: 0, fees },
    ]),
  );
}
