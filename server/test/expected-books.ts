import type { TestMoney } from "./money.ts";
import { type MadePurchase, makePurchase } from "./paid.ts";

/**
 * What a test did, as the ledger must show it: by account and currency, without what is 0. A test sums it up itself, by the
 * gateways' published rules; it never reads it from a gateway.
 */
export type ExpectedBooks = Record<string, number>;

/** PayPal's fixed fee of a payment. */
const paypalFixed: Record<string, number> = { USD: 49, EUR: 39, BRL: 60 };
/** A unit of each currency in US dollars at Stripe, less 2 %. */
const rates: Record<string, number> = { USD: 1, EUR: 1.08045, BRL: 0.178262 };
const DISPUTE_FEE = 1_500;
const CHARGEBACK_FEE = 2_000;

/** A payment of a buyer's. */
export interface Paid {
  method: "card" | "paypal";
  currency: string;
  amount: number;
}

/** A sale of a test, and what it comes to in US dollars. */
export type Sale = MadePurchase & Paid;

/** Adds an amount to an account, such as `revenue EUR`. */
export function addTo(books: ExpectedBooks, key: string, amount: number): void {
  books[key] = (books[key] ?? 0) + amount;
  if (books[key] === 0) delete books[key];
}

/** Returns the whole ledger by account and currency, without what is 0. */
export async function wholeLedger({ database }: Pick<TestMoney, "database">): Promise<ExpectedBooks> {
  const { rows } = await database.pool.query<{ key: string; sum: number }>(
    `select account || ' ' || currency as key, sum(amount)::int as sum from ledger_entry
     group by account, currency having sum(amount) <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, sum }) => [key, sum]));
}

/** Returns what an amount comes to in the card gateway's account, in US dollars. */
export function settledUsd(amount: number, currency: string): number {
  return Math.round((amount / 100) * (rates[currency] ?? 0) * 100);
}

/** Sells a series, and adds what that brings. */
export async function sellTo(
  shop: TestMoney,
  books: ExpectedBooks,
  { method, currency }: { method: "card" | "paypal"; currency: string },
): Promise<Sale> {
  const made = await makePurchase(shop, { method, currency });
  const { amount } = made.order.total;
  addSale(books, { method, currency, amount });
  return { ...made, method, currency, amount };
}

/** Adds what a sale brings. */
export function addSale(books: ExpectedBooks, { method, currency, amount }: Paid): void {
  addTo(books, `revenue ${currency}`, -amount);
  if (method === "card") settleCard(books, amount, currency);
  else {
    const fee = Math.round((amount * 349) / 10_000) + (paypalFixed[currency] ?? 0);
    addTo(books, `gateway_fees ${currency}`, fee);
    addTo(books, `gateway_clearing ${currency}`, amount - fee);
  }
}

/** Adds what a sale by card settles to. */
export function settleCard(books: ExpectedBooks, amount: number, currency: string): void {
  const settled = settledUsd(amount, currency);
  const fee = Math.round(settled * 0.029) + 30;
  exchange(books, { amount, currency, settled });
  addTo(books, "gateway_fees USD", fee);
  addTo(books, "gateway_clearing USD", settled - fee);
}

/** Adds what a refund takes. */
export function refundFrom(
  books: ExpectedBooks,
  { method, currency }: Omit<Paid, "amount">,
  amount: number,
): void {
  addTo(books, `refunds ${currency}`, amount);
  if (method === "paypal") {
    addTo(books, `gateway_clearing ${currency}`, -amount);
    return;
  }
  const settled = settledUsd(-amount, currency);
  exchange(books, { amount: -amount, currency, settled });
  addTo(books, "gateway_clearing USD", settled);
}

/** Adds what a dispute takes when it is opened. */
export function openDisputeOf(books: ExpectedBooks, { method, currency, amount }: Paid): void {
  if (method === "paypal") {
    addTo(books, `gateway_fees ${currency}`, CHARGEBACK_FEE);
    addTo(books, `gateway_clearing ${currency}`, -CHARGEBACK_FEE);
    return;
  }
  const held = settledUsd(amount, currency);
  addTo(books, "dispute_hold USD", held);
  addTo(books, "gateway_fees USD", DISPUTE_FEE);
  addTo(books, "gateway_clearing USD", -held - DISPUTE_FEE);
}

/** Adds what the end of a dispute moves. */
export function closeDisputeOf(
  books: ExpectedBooks,
  { method, currency, amount }: Paid,
  outcome: "won" | "lost",
): void {
  if (method === "paypal") {
    if (outcome === "won") return;
    addTo(books, `refunds ${currency}`, amount);
    addTo(books, `gateway_clearing ${currency}`, -amount);
    return;
  }
  const held = settledUsd(amount, currency);
  addTo(books, "dispute_hold USD", -held);
  if (outcome === "lost") {
    addTo(books, "refunds USD", held);
    return;
  }
  addTo(books, "gateway_fees USD", -DISPUTE_FEE);
  addTo(books, "gateway_clearing USD", held + DISPUTE_FEE);
}

function exchange(
  books: ExpectedBooks,
  { amount, currency, settled }: { amount: number; currency: string; settled: number },
): void {
  if (currency === "USD") return;
  addTo(books, `fx_conversion ${currency}`, amount);
  addTo(books, "fx_conversion USD", -settled);
}
