import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PlanList } from "@cliffhanger/contract";
import { control } from "../../server/src/sandbox-gateways.ts";
import { unaudited } from "../../server/test/unaudited.ts";
import { after, fetchSegments, makeSegments } from "../watching.ts";
import { askGateway, call, makeMembers, type Shop } from "./shop.ts";

/** How many memberships are due in the same minute. */
export const RENEWALS = 10_000;
const IDLE_MS = 20_000;
const GIVEN_UP_MS = 15 * 60_000;
/** Requests to the gateway at the same time, while its customers are made. */
const AT_ONCE = 16;

/** What was measured while memberships renewed. */
export interface Renewed {
  seconds: number;
  idle: { p99: number };
  busy: { p99: number };
}

/** Lets many memberships become due at once, and measures until all are renewed, with segments fetched beside it. */
export async function measureRenewals(shop: Shop): Promise<Renewed> {
  const paths = await makeSegments(shop.catalogue.env.DATA_DIR, "benchrenewals");
  const orderId = await subscribe(shop);
  const cards = await makeCards(shop);
  await copyMembership(shop, orderId, cards);
  const worker = await shop.startWorker();
  await fetchSegments(shop.port, paths, after(1_000));
  const idle = await fetchSegments(shop.port, paths, after(IDLE_MS));
  const { pool } = shop.catalogue.database;
  const begun = performance.now();
  await pool.query("update subscription set next_action_at = now() where id like 'copy%'");
  let isOver = false;
  const watched = fetchSegments(shop.port, paths, () => isOver);
  try {
    while ((await countRenewed(shop)) < RENEWALS) {
      if (performance.now() - begun > GIVEN_UP_MS)
        throw new Error(`Only ${await countRenewed(shop)} of ${RENEWALS} were renewed in 15 minutes.`);
      await pause(500);
    }
  } finally {
    isOver = true;
  }
  const seconds = (performance.now() - begun) / 1000;
  const busy = await watched;
  await worker.stop();
  await expectOnce(shop, cards);
  return { seconds, idle, busy };
}

/** Lets a member subscribe by card. Returns the order's id. */
async function subscribe(shop: Shop): Promise<string> {
  const [member] = await makeMembers(shop.catalogue, 1, "first");
  if (!member) throw new Error("Nobody subscribes.");
  const { plans, consent } = await call<PlanList>(shop, member, "/api/plan");
  const { order } = await call<{ order: { id: string } }>(shop, member, "/api/payment/order", {
    kind: "subscribe",
    planId: plans[0]?.id,
    method: "card",
    clientToken: randomUUID(),
    consent: { version: consent.version, accepted: true },
  });
  await call(shop, member, "/api/payment/pay", {
    method: "card",
    orderId: order.id,
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Quint",
    email: "first@example.com",
  });
  return order.id;
}

interface Card {
  token: string;
  customer: string;
}

/** Creates a customer with a card at the gateway for each membership. */
async function makeCards(shop: Shop): Promise<Card[]> {
  const cards: Card[] = [];
  const make = async () => {
    while (cards.length < RENEWALS) {
      const { id: customer } = await askGateway<{ id: string }>(shop, "/v1/customers", {});
      const { id: token } = await askGateway<{ id: string }>(
        shop,
        "/v1/payment_methods/pm_card_visa/attach",
        { customer },
      );
      cards.push({ token, customer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  return cards.slice(0, RENEWALS);
}

/** Copies a membership with its member, its card and its first order; each copy has a card of its own. Nothing is due yet. */
async function copyMembership(shop: Shop, orderId: string, cards: readonly Card[]): Promise<void> {
  const { pool } = shop.catalogue.database;
  const { rows } = await pool.query<{ visitor: string; subscription: string; instrument: string }>(
    `select s.visitor_id as visitor, s.id as subscription, s.instrument_id as instrument
     from purchase_order o join subscription s on s.id = o.subscription_id where o.id = $1`,
    [orderId],
  );
  const [old] = rows;
  if (!old) throw new Error("The membership is not there.");
  const copies: [table: string, where: string, id: string, changes: string][] = [
    [
      "visitor",
      "id",
      old.visitor,
      "'id', 'copy-v-' || n, 'email', n || '@example.com', 'referrer_token', 'copy-' || n",
    ],
    [
      "instrument",
      "id",
      old.instrument,
      "'id', 'copy-i-' || n, 'visitor_id', 'copy-v-' || n, 'token', card.token, 'customer', card.customer",
    ],
    [
      "gateway_customer",
      "visitor_id",
      old.visitor,
      "'visitor_id', 'copy-v-' || n, 'remote_id', card.customer",
    ],
    [
      "subscription",
      "id",
      old.subscription,
      `'id', 'copy-s-' || n, 'visitor_id', 'copy-v-' || n, 'instrument_id', 'copy-i-' || n, 'next_action_at', null,
       'anchor_at', $4::timestamptz - period_days * interval '1 day', 'period_start', $4::timestamptz - period_days * interval '1 day',
       'period_end', $4::timestamptz, 'remind_at', null`,
    ],
    [
      "purchase_order",
      "id",
      orderId,
      `'id', 'copy-o-' || n, 'number', 1000000 + n, 'code', 'A' || lpad(n::text, 7, '0'), 'visitor_id', 'copy-v-' || n,
       'subscription_id', 'copy-s-' || n, 'client_token', 'copy-' || n`,
    ],
    [
      "subscription_period",
      "subscription_id",
      old.subscription,
      `'subscription_id', 'copy-s-' || n, 'order_id', 'copy-o-' || n,
       'starts_at', starts_at - (ends_at - $4::timestamptz), 'ends_at', $4::timestamptz`,
    ],
  ];
  const due = new Date();
  const tokens = cards.map(({ token }) => token);
  const customers = cards.map(({ customer }) => customer);
  for (const [table, column, id, changes] of copies)
    await unaudited(pool).query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${changes}))).*
       from ${table} t, unnest($2::text[], $3::text[]) with ordinality as card (token, customer, n)
       where t.${column} = $1 and $4::timestamptz is not null`,
      [id, tokens, customers, due],
    );
  await pool.query("analyze");
}

async function countRenewed({ catalogue }: Shop): Promise<number> {
  const { rows } = await catalogue.database.pool.query<{ count: string }>(
    "select count(*) as count from subscription where id like 'copy%' and period_no = 2",
  );
  return Number(rows[0]?.count ?? 0);
}

/** Throws unless each card was charged exactly once, by the gateway's own records. */
async function expectOnce(shop: Shop, cards: readonly Card[]): Promise<void> {
  const { charges } = (await control(shop.gateway.control, "GET", "/money")) as {
    charges: { customer: string | null; status: string }[];
  };
  const counts = new Map<string | null, number>();
  for (const { customer, status } of charges)
    if (status === "succeeded") counts.set(customer, (counts.get(customer) ?? 0) + 1);
  const wrong = cards.filter(({ customer }) => counts.get(customer) !== 1);
  if (wrong.length > 0) throw new Error(`${wrong.length} cards were not charged exactly once.`);
}
