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
  lines: { type: string; amount: number; fee: number; currency: string; source: string }[];
}

/**
 * Returns the differences between our ledger and the gateways' records, to the cent, by method and currency. Our ledger
 * holds a sale and its refund in the buyer's currency; fees and dispute amounts are in the settlement currency.
 */
export async function faultsOfGatewayBooks(shop: TestMoney): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{
    method: string;
    currency: string;
    money: number;
    fees: number;
  }>(
    `select o.method, e.currency, sum(e.amount) filter (where e.account in ('gateway_clearing', 'dispute_hold'))::int as money,
       coalesce(sum(e.amount) filter (where e.account = 'gateway_fees'), 0)::int as fees
     from ledger_entry e
     join ledger_txn t on t.id = e.txn_id join purchase_order o on o.id = t.order_id group by 1, 2`,
  );
  const ours: Sums = Object.fromEntries(
    rows.map(({ method, currency, money, fees }) => [`${method} ${currency}`, { money, fees }]),
  );
  const theirs = { ...(await stripeBooks(shop)), ...(await paypalBooks(shop)) };
  const none = { money: 0, fees: 0 };
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
    const [here, there] = [ours[key] ?? none, theirs[key] ?? none];
    const equal = here["money"] === there["money"] && here["fees"] === there["fees"];
    return equal ? [] : `${key}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} at the gateway`;
  });
}

async function stripeBooks({ stripe }: TestMoney): Promise<Sums> {
  const { charges, refunds, lines } = (await stripe.get("/money")) as StripeMoney;
  const books: Sums = {};
  const add = (currency: string, money: number, fees: number) => {
    const key = `card ${currency.toUpperCase()}`;
    const before = books[key] ?? { money: 0, fees: 0 };
    books[key] = { money: (before["money"] ?? 0) + money, fees: (before["fees"] ?? 0) + fees };
  };
  for (const { amount, currency, status } of charges) if (status === "succeeded") add(currency, amount, 0);
  for (const { amount, currency, status } of refunds) if (status === "succeeded") add(currency, -amount, 0);
  // For sales and refunds, only the fee is in the currency of the row.
  for (const { type, amount, fee, currency } of lines)
    add(currency, (type === "adjustment" ? amount : 0) - fee, fee);
  return books;
}

async function paypalBooks({ paypal }: TestMoney): Promise<Sums> {
  const { totals } = (await paypal.get("/money")) as {
    totals: Record<string, { net: number; fees: number }>;
  };
  return Object.fromEntries(
    Object.entries(totals).map(([currency, { net, fees }]) => [`paypal ${currency}`, { money: net, fees }]),
  );
}
