import type { Order, PlanList } from "@cliffhanger/contract";
import { sql } from "kysely";
import { randomWord } from "#platform/ids";
import { type TestApp, testApp } from "./app.ts";
import { runDueTasks } from "./due.ts";
import { type MadeSeries, makeSeries } from "./factories.ts";
import { type MadeMember, makeMember, type Person } from "./people.ts";
import { openStripeStand, type StripeStand } from "./stripe-stand.ts";

/** The real app beside the real stand-in of Stripe. */
export interface TestShop extends TestApp {
  stand: StripeStand;
  /** The site's origin, as return addresses have it. */
  series: MadeSeries;
  /** Moves our clock and the stand-in's together. */
  advance(seconds: number): Promise<void>;
  /** Does everything that is due by the clock until nothing is left. */
  work(): Promise<void>;
}

/** Boots app and stand-in for a test file, in `beforeAll`, with a series on sale. */
export async function testShop(): Promise<TestShop> {
  const stand = await openStripeStand();
  const app = await testApp({}, { stripe: stand.settings }).catch(async (error: unknown) => {
    await stand.close();
    throw error;
  });
  const series = await makeSeries(app, { episodes: 5, free: 2 });
  return {
    ...app,
    stand,
    series,
    async advance(seconds) {
      app.clock.advance(seconds);
      await stand.advance(seconds);
    },
    work: () => runDueTasks(app),
    async close() {
      await app.close();
      await stand.close();
    },
  };
}

/** What is asked for beside what every order names. */
type Wish = { plan?: number; seriesId?: string; clientToken?: string } & Record<string, unknown>;
/** An answer to an order or a payment. */
export interface Bought {
  order: Order;
  next: { type: string; url?: string; clientSecret?: string } | null;
}

/** What GET /api/plan tells somebody. */
export async function plansFor(person: Person): Promise<PlanList> {
  return (await person.call<PlanList>("GET", "/api/plan")).info;
}

/** Orders a plan, or a series where one is named. */
export async function orderOf(person: Person, { plan = 0, seriesId, clientToken, ...more }: Wish = {}) {
  const { plans, consent } = await plansFor(person);
  return person.call<Bought>("POST", "/api/payment/order", {
    ...(seriesId === undefined
      ? { kind: "subscribe", planId: plans[plan]?.id }
      : { kind: "unlock", seriesId }),
    method: "card",
    clientToken: clientToken ?? randomWord(16),
    consent: { version: consent.version, accepted: true },
    ...more,
  });
}

/** Pays an order by card. */
export async function payOrder(person: Person, orderId: string, card = "pm_card_visa", more: object = {}) {
  return person.call<Bought>("POST", "/api/payment/pay", {
    orderId,
    method: "card",
    paymentMethod: card,
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    ...more,
  });
}

/** An order of somebody's as it is now. */
export async function seeOrder(person: Person, orderId: string): Promise<Order> {
  return (await person.call<Order>("GET", `/api/payment?orderId=${orderId}`)).info;
}

/** A member who has ordered: a plan, or a series where one is named. */
export async function makeBuyer(shop: TestShop, wish: Wish = {}): Promise<MadeMember & { orderId: string }> {
  const member = await makeMember(shop);
  const { info, reason } = await orderOf(member, wish);
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  return Object.assign(member, { orderId: info.order.id });
}

/** What our own books hold about an order. */
export interface Books {
  state: string;
  payments: { id: string; state: string; remote_id: string | null; unwanted: boolean }[];
  attempts: { n: number; outcome: string | null }[];
  captures: number;
  entitlements: number;
  receipts: number;
  /** Every account's sum, by currency; and what all of them make together. */
  accounts: Record<string, number>;
  sum: number;
}

/** Reads what our own books hold about an order. */
export async function booksOf(
  { database: { db } }: Pick<TestShop, "database">,
  orderId: string,
): Promise<Books> {
  const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;
  const [order] = await one(sql<{ state: string }>`select state from purchase_order where id = ${orderId}`);
  const payments = await one(
    sql<
      Books["payments"][number]
    >`select id, state, remote_id, unwanted from payment where order_id = ${orderId} order by id`,
  );
  const attempts = await one(
    sql<
      Books["attempts"][number]
    >`select n, outcome from payment_attempt join payment on payment.id = payment_id
      where order_id = ${orderId} order by payment_attempt.created_at, payment.created_at, payment.id, n`,
  );
  const [counts] = await one(
    sql<{ captures: number; entitlements: number; receipts: number }>`select
      (select count(*)::int from capture join payment on payment.id = payment_id where order_id = ${orderId}) as captures,
      (select count(*)::int from entitlement where source_id = ${orderId} and revoked_at is null) as entitlements,
      (select count(*)::int from receipt where order_id = ${orderId} and kind = 'receipt') as receipts`,
  );
  const entries = await one(
    sql<{ account: string; sum: number }>`select account, sum(amount)::int as sum from ledger_entry
      join ledger_txn on ledger_txn.id = txn_id where order_id = ${orderId} group by account order by account`,
  );
  return {
    state: order?.state ?? "missing",
    payments,
    attempts,
    captures: counts?.captures ?? 0,
    entitlements: counts?.entitlements ?? 0,
    receipts: counts?.receipts ?? 0,
    accounts: Object.fromEntries(entries.map(({ account, sum }) => [account, sum])),
    sum: entries.reduce((sum, entry) => sum + entry.sum, 0),
  };
}

/** What the stand-in took for the remote objects of an order. */
export async function chargesOf(
  { stand }: TestShop,
  books: Books,
): Promise<{ charges: number; charged: number }> {
  let [charges, charged] = [0, 0];
  for (const { remote_id } of books.payments) {
    if (remote_id === null) continue;
    const intent = await stand.get<{ charges: number; charged: number }>(`/money/intents/${remote_id}`);
    charges += intent.charges;
    charged += intent.charged;
  }
  return { charges, charged };
}
