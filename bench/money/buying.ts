import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PlanList } from "@cliffhanger/contract";
import { control } from "../../server/src/sandbox-gateways.ts";
import { openLoop } from "../open-loop.ts";
import { askGateway, call, type Member, makeMembers, type Shop } from "./shop.ts";

const RATE = 20;
const SECONDS = 15;
const VIEWER_RATE = 200;

/** Sorted times in milliseconds. */
export type Times = number[];

/** What was measured while people bought. */
export interface Bought {
  /** Order and payment together. */
  ours: Times;
  /** The gateway's part of each, asked directly: the object is created, fetched and confirmed. */
  gateway: Times;
}

/** Buys at a fixed rate beside viewers; the gateway's part is asked for in between. */
export async function measureBuying(shop: Shop, name = "buyer"): Promise<Bought> {
  const members = await makeMembers(shop.catalogue, RATE * SECONDS, name);
  const [first] = members;
  if (!first) throw new Error("Nobody buys.");
  const { rows } = await shop.catalogue.database.pool.query<{ id: string }>(
    "select distinct series_id as id from visible_episode order by 1",
  );
  const series = rows.map(({ id }) => id);
  const { consent } = await call<PlanList>(shop, first, `/api/plan?seriesId=${series[0]}`);
  const buy = async (member: Member, no: number) => {
    const { order } = await call<{ order: { id: string } }>(shop, member, "/api/payment/order", {
      kind: "unlock",
      seriesId: series[no % series.length],
      method: "card",
      clientToken: randomUUID(),
      consent: { version: consent.version, accepted: true },
    });
    const paid = await call<{ order: { state: string } }>(shop, member, "/api/payment/pay", {
      method: "card",
      orderId: order.id,
      paymentMethod: "pm_card_visa",
      firstName: "Mara",
      lastName: "Quint",
      email: `${member.id}@example.com`,
    });
    if (paid.order.state !== "paid") throw new Error(`The order is ${paid.order.state}.`);
  };
  // What the first purchase loads is not the product's speed.
  for (const member of await makeMembers(shop.catalogue, 20, `early-${name}`)) await buy(member, 0);
  const load = openLoop({
    port: shop.port,
    requests: ["/", "/api/homepage", `/api/video?id=${series[0]}`].map((path) => ({
      path,
      headers: { host: `127.0.0.1:${shop.port}` },
    })),
    rate: VIEWER_RATE,
    seconds: SECONDS + 2,
    connections: 16,
  });
  const told = { ours: [] as number[], gateway: [] as number[] };
  const work: Promise<void>[] = [];
  const begun = performance.now();
  for (const [no, member] of members.entries()) {
    await pause(Math.max(0, begun + (no * 1000) / RATE - performance.now()));
    work.push(timed(told.ours, () => buy(member, no)));
    if (no % 4 === 0) work.push(timed(told.gateway, () => askAlone(shop)));
  }
  await Promise.all(work);
  await load;
  const sorted = (times: number[]) => times.toSorted((a, b) => a - b);
  return { ours: sorted(told.ours), gateway: sorted(told.gateway) };
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  times.push(performance.now() - begun);
}

/** Makes the three requests of a sale, each after the answer to the one before. */
async function askAlone(shop: Shop): Promise<void> {
  const { id } = await askGateway<{ id: string }>(shop, "/v1/payment_intents", {
    amount: "699",
    currency: "usd",
    "allowed_payment_method_types[0]": "card",
  });
  const seen = await fetch(`${shop.gateway.api}/v1/payment_intents/${id}`, {
    headers: { authorization: `Bearer ${shop.gateway.secretKey}` },
  });
  await seen.arrayBuffer();
  await askGateway(shop, `/v1/payment_intents/${id}/confirm`, {
    payment_method: "pm_card_visa",
    return_url: "https://example.com/",
  });
}

/** Delivers webhooks at a fixed rate, as the gateway signs them, and measures until each is stored and answered. */
export async function measureWebhooks(shop: Shop): Promise<Times> {
  const { events } = (await control(
    shop.gateway.control,
    "GET",
    "/events?type=payment_intent.succeeded&limit=100",
  )) as { events: ({ deliveries: unknown } & Record<string, unknown>)[] };
  if (events.length === 0) throw new Error("There is no event to deliver.");
  const times: number[] = [];
  const work: Promise<void>[] = [];
  const begun = performance.now();
  for (let no = 0; no < RATE * SECONDS; no++) {
    const { deliveries: _, ...event } = events[no % events.length] ?? { deliveries: null };
    // A new event each time: one that is known already is not stored again.
    const body = JSON.stringify({ ...event, id: `evt_bench_${no}` });
    await pause(Math.max(0, begun + (no * 1000) / RATE - performance.now()));
    work.push(timed(times, () => deliver(shop, body)));
  }
  await Promise.all(work);
  return times.toSorted((a, b) => a - b);
}

async function deliver({ port, gateway }: Shop, body: string): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", gateway.webhookSecret).update(`${at}.${body}`).digest("hex");
  const answer = await fetch(`http://127.0.0.1:${port}/api/webhook/payment/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": `t=${at},v1=${signature}` },
    body,
  });
  if (answer.status !== 200) throw new Error(`A webhook is answered with ${answer.status}.`);
  await answer.arrayBuffer();
}
