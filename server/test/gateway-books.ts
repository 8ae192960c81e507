import type { TestMoney } from "./money.ts";

type Sums = Record<string, Record<string, number>>;

/** Returns the non-zero ledger accounts of an order, by currency. */
export async function ledgerOf({ database }: TestMoney, orderId: string): Promise<Sums> {
  const { rows } = await database.pool.query<{ currency: string; account: string; sum: number }>(
    `select currency, account, sum(amount)::int as sum from ledger_entry join ledger_txn on id = txn_id
     where order_id = $1 group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    [orderId],
  );
  const sums: Sums = {};
  for (const { currency, account, sum } of rows) sums[currency] = { ...sums[currency], [account]: sum };
  return sums;
}

interface StripeMoney {
  charges: { id: string; amount: number; currency: string; status: string }[];
  refunds: { id: string; amount: number; currency: string; status: string }[];
  disputes: { id: string; status: string }[];
  lines: { type: string; amount: number; fee: number; currency: string; source: string }[];
}

/** What is compared of a gateway's currency: our balance there, what banks hold of open disputes, and the fees. */
const none: Sums[string] = { money: 0, held: 0, fees: 0 };

/**
 * Returns the differences between our ledger and the gateways' records, to the cent, by method and currency. Our ledger holds a
 * sale and its refund in the buyer's currency; fees and dispute amounts are in the settlement currency. An amount that a bank holds
 * has left the balance.
 */
export async function faultsOfGatewayBooks(shop: TestMoney): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{
    method: string;
    currency: string;
    money: number;
    held: number;
    fees: number;
  }>(
    `select o.method, e.currency, coalesce(sum(e.amount) filter (where e.account = 'gateway_clearing'), 0)::int as money,
       coalesce(sum(e.amount) filter (where e.account = 'dispute_hold'), 0)::int as held,
       coalesce(sum(e.amount) filter (where e.account = 'gateway_fees'), 0)::int as fees
     from ledger_entry e
     join ledger_txn t on t.id = e.txn_id join purchase_order o on o.id = t.order_id group by 1, 2`,
  );
  const ours: Sums = Object.fromEntries(
    rows.map(({ method, currency, ...sums }) => [`${method} ${currency}`, sums]),
  );
  const theirs = { ...(await stripeBooks(shop)), ...(await paypalBooks(shop)) };
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
    const [here, there] = [ours[key] ?? none, theirs[key] ?? none];
    const equal = Object.keys(none).every((what) => here[what] === there[what]);
    return equal ? [] : `${key}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} at the gateway`;
  });
}

async function stripeBooks({ stripe }: TestMoney): Promise<Sums> {
  const { charges, refunds, disputes, lines } = (await stripe.get("/money")) as StripeMoney;
  const books: Sums = {};
  const add = (currency: string, moved: Sums[string]) => {
    const key = `card ${currency.toUpperCase()}`;
    const before = books[key] ?? none;
    books[key] = Object.fromEntries(
      Object.keys(none).map((what) => [what, (before[what] ?? 0) + (moved[what] ?? 0)]),
    );
  };
  for (const { amount, currency, status } of charges)
    if (status === "succeeded") add(currency, { money: amount });
  for (const { amount, currency, status } of refunds)
    if (status === "succeeded") add(currency, { money: -amount });
  const open = disputes.filter(({ status }) => !["won", "lost", "warning_closed"].includes(status));
  const holding = new Set(open.map(({ id }) => id));
  // For sales and refunds, only the fee is in the currency of the row.
  for (const { type, amount, fee, currency, source } of lines) {
    const moved = type === "adjustment" ? amount : 0;
    add(currency, { money: moved - fee, held: holding.has(source) ? -moved : 0, fees: fee });
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
