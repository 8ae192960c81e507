import type { Order, Payments, PlanList } from "@cliffhanger/contract";
import { sql } from "kysely";
import { randomWord } from "#platform/ids";
import { type TestApp, testApp } from "./app.ts";
import { runDueTasks } from "./due.ts";
import { type MadeSeries, makeSeries } from "./factories.ts";
import { type MadeMember, makeGuest, makeMember, type Person } from "./people.ts";
import { openStripeSimulator, type StripeSimulator } from "./stripe-simulator.ts";

/** The real app and the Stripe simulator. */
export interface TestShop extends TestApp {
  stand: StripeSimulator;
  /** The site's origin, as used in return addresses. */
  series: MadeSeries;
  /** Moves our clock and the simulator's together. */
  advance(seconds: number): Promise<void>;
  /** Runs everything that is due until nothing is left. */
  work(): Promise<void>;
}

/**
 * Starts the app and the simulator for a test file, in `beforeAll`, with a series on sale. `atPresent`: their clocks show the
 * system's time, so that what is bought is valid on a node that is started on the same data.
 */
export async function testShop({ atPresent = false } = {}): Promise<TestShop> {
  const control = await openStripeSimulator();
  const app = await testApp({}, { stripe: control.settings }).catch(async (error: unknown) => {
    await control.close();
    throw error;
  });
  const advance = async (seconds: number) => {
    app.clock.advance(seconds);
    await control.advance(seconds);
  };
  if (atPresent) await advance((Date.now() - app.clock.now().getTime()) / 1_000);
  const series = await makeSeries(app, { episodes: 5, free: 2 });
  return {
    ...app,
    stand: control,
    series,
    advance,
    work: () => runDueTasks(app),
    async close() {
      await app.close();
      await control.close();
    },
  };
}

/** The fields of an order request, in addition to those that every order has. */
type OrderRequest = {
  plan?: number;
  /** The plan of this many days instead. */
  days?: number;
  seriesId?: string;
  clientToken?: string;
} & Record<string, unknown>;
/** The answer to an order or a payment. */
export interface Bought {
  order: Order;
  next: { type: string; url?: string; clientSecret?: string } | null;
}

/** Returns the plans as GET /api/plan reports them to a person. */
export async function plansFor(person: Person): Promise<PlanList> {
  return (await person.call<PlanList>("GET", "/api/plan")).info;
}

/** Orders a plan, or a series when one is named. */
export async function orderOf(
  person: Person,
  { plan = 0, days, seriesId, clientToken, ...more }: OrderRequest = {},
) {
  const { plans, consent } = await plansFor(person);
  const wanted = days === undefined ? plans[plan] : plans.find(({ periodDays }) => periodDays === days);
  return person.call<Bought>("POST", "/api/payment/order", {
    ...(seriesId === undefined ? { kind: "subscribe", planId: wanted?.id } : { kind: "unlock", seriesId }),
    method: "card",
    clientToken: clientToken ?? randomWord(16),
    consent: { version: consent.version, accepted: true },
    ...more,
  });
}

/** Creates a guest who bought a series, or a plan without one, by card with an address and without an account. */
export async function buyAsGuest(app: Pick<TestApp, "http">, email: string, seriesId?: string) {
  const guest = await makeGuest(app);
  const { info, reason } = await orderOf(guest, {
    ...(seriesId === undefined ? {} : { seriesId }),
    guest: { email, name: "Mara Quint" },
  });
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  const paid = await payOrder(guest, info.order.id);
  if (paid.info.order.state !== "paid") throw new Error(`The order is ${paid.info.order.state}`);
  return { guest, orderId: info.order.id };
}

/** Returns the ids of a person's orders, sorted. */
export async function ordersOf(person: Person): Promise<string[]> {
  const { info } = await person.call<Payments>("GET", "/api/payment");
  return info.orders.map(({ id }) => id).toSorted();
}

/** Returns whether a series is open to a person. */
export async function opens(person: Person, seriesId: string): Promise<boolean> {
  return (await person.call("POST", "/api/video/unlock", { seriesId })).code === 200;
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

/** Returns a person's order as it is now. */
export async function seeOrder(person: Person, orderId: string): Promise<Order> {
  return (await person.call<Order>("GET", `/api/payment?orderId=${orderId}`)).info;
}

/** Creates a member who has ordered a plan, or a series when one is named. */
export async function makeBuyer(
  shop: TestShop,
  request: OrderRequest = {},
): Promise<MadeMember & { orderId: string }> {
  const member = await makeMember(shop);
  const { info, reason } = await orderOf(member, request);
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  return Object.assign(member, { orderId: info.order.id });
}

/** Our records of an order. */
export interface Books {
  state: string;
  payments: { id: string; state: string; remote_id: string | null; unwanted: boolean }[];
  attempts: { n: number; outcome: string | null }[];
  captures: number;
  entitlements: number;
  receipts: number;
  /** The balance of every account, by currency; and the sum of all of them. */
  accounts: Record<string, number>;
  sum: number;
}

/** Reads our records of an order. */
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
    // Lines of the gateway's balance settle what it owes us, sooner or later: both are its part.
    sql<{ account: string; sum: number }>`select
        case when account = 'gateway_receivable' then 'gateway_clearing' else account end as account,
        sum(amount)::int as sum
      from ledger_entry
      join ledger_txn on ledger_txn.id = txn_id where order_id = ${orderId} group by 1 order by 1`,
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

/** Returns the simulator's charges for the remote objects of an order. */
export async function chargesOf(
  { stand: control }: TestShop,
  books: Books,
): Promise<{ charges: number; charged: number }> {
  let [charges, charged] = [0, 0];
  for (const { remote_id } of books.payments) {
    if (remote_id === null) continue;
    const intent = await control.get<{ charges: number; charged: number }>(`/money/intents/${remote_id}`);
    charges += intent.charges;
    charged += intent.charged;
  }
  return { charges, charged };
}

/** Returns the refunds of an order, in the order in which they were begun. */
export async function refundsOf(
  app: Pick<TestApp, "database">,
  orderId: string,
): Promise<{ amount: number; state: string }[]> {
  const { rows } = await app.database.pool.query(
    "select amount::int, state from refund where order_id = $1 order by id",
    [orderId],
  );
  return rows;
}
