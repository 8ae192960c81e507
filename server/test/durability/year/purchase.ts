import type { Order } from "@cliffhanger/contract";
import { randomWord } from "#platform/ids";
import { type Buyer, isPaid, plansOf } from "./buyer.ts";
import type { Method } from "./gateways.ts";
import type { World } from "./world.ts";

/** What somebody buys. */
export interface Wish {
  /** A plan of so many days, or the series of that number. */
  days?: number;
  series?: number;
  method: Method;
  /** Whether it is ordered and paid from two tabs at once. */
  twoTabs?: boolean;
  /** How long its buyer waits for it; in seconds of the site's clock. */
  patience?: number;
}

interface Bought {
  order: Order;
  next: { type: string; url?: string; clientSecret?: string } | null;
}

/**
 * Buys as a person does: orders, pays, passes the bank's question, and comes back until the site says how it ended. Notes the
 * price that was agreed to. Returns the order as its buyer sees it at last; it need not be paid.
 */
export async function buy(world: World, buyer: Buyer, wish: Wish): Promise<Order> {
  await buyer.member();
  const opened = await Promise.all((wish.twoTabs ? [1, 2] : [1]).map(() => openOrder(world, buyer, wish)));
  const first = opened[0];
  if (!first) throw buyer.breach("nothing could be ordered");
  const { order } = first;
  buyer.journal.note(`orders ${order.number} for ${order.total.amount} ${order.total.currency}`);
  if (wish.method === "paypal") await approve(world, buyer, first);
  else await Promise.all(opened.map(({ order: { id } }) => pay(world, buyer, id)));
  return outcomeOf(world, buyer, order, wish);
}

/** Pays an open order, such as that of a failed renewal, by a card of the buyer's. */
export async function payByLink(world: World, buyer: Buyer, orderId: string): Promise<Order> {
  const order = await buyer.order(orderId);
  buyer.journal.note(`pays ${order.number} by link with ${buyer.card}`);
  await pay(world, buyer, orderId);
  return outcomeOf(world, buyer, order, { method: "card" });
}

async function outcomeOf(
  world: World,
  buyer: Buyer,
  { id }: Order,
  { method, patience = 240 }: Pick<Wish, "method" | "patience">,
): Promise<Order> {
  for (let waited = 0; ; waited += 20) {
    await world.settle();
    const order = await buyer.order(id);
    if (isPaid(order)) {
      buyer.paid.add(id);
      buyer.journal.agree({
        method,
        currency: order.total.currency,
        amount: order.total.amount,
        what: `${order.kind} ${order.number}`,
      });
      return order;
    }
    if (waited >= patience) {
      buyer.journal.note(`${order.number} is ${order.state}`);
      return order;
    }
    await world.jump(20);
    // Its buyer presses the button again where the site says that nothing was paid.
    if (order.state === "pending" && method === "card" && waited % 60 === 40) await pay(world, buyer, id);
    if (order.state === "pending" && method === "paypal" && waited % 60 === 40) await payPayPal(buyer, id);
  }
}

async function openOrder(world: World, buyer: Buyer, { days, series, method }: Wish): Promise<Bought> {
  const who = await buyer.member();
  const seriesId = series === undefined ? undefined : world.series[series]?.id;
  const { plans, consent } = await plansOf(buyer, seriesId);
  const plan = plans.find(({ periodDays }) => periodDays === days);
  const answer = await who.call<Bought>("POST", "/api/payment/order", {
    ...(seriesId === undefined ? { kind: "subscribe", planId: plan?.id } : { kind: "unlock", seriesId }),
    method,
    currency: buyer.currency,
    clientToken: randomWord(16),
    consent: { version: consent.version, accepted: true },
  });
  if (answer.code !== 200) throw buyer.breach(`an order was refused: ${JSON.stringify(answer)}`);
  return answer.info;
}

async function pay(world: World, buyer: Buyer, orderId: string): Promise<void> {
  const who = await buyer.member();
  const answer = await who.call<Bought>("POST", "/api/payment/pay", {
    orderId,
    method: "card",
    paymentMethod: buyer.card,
    firstName: "Ada",
    lastName: "Lovelace",
    email: who.email,
  });
  const secret = answer.info?.next?.clientSecret;
  buyer.journal.note(
    `paying was answered ${answer.code} ${answer.reason ?? answer.info?.order?.state ?? ""}`,
  );
  if (secret)
    await world.gateways.card.post(`/intents/${secret.split("_secret_")[0]}/authenticate`, {
      outcome: "pass",
    });
}

async function payPayPal(buyer: Buyer, orderId: string): Promise<void> {
  const who = await buyer.member();
  const answer = await who.call<Bought>("POST", "/api/payment/pay", { orderId, method: "paypal" });
  buyer.journal.note(`paying was answered ${answer.code} ${answer.reason ?? ""}`);
}

async function approve(world: World, buyer: Buyer, { next }: Bought): Promise<void> {
  const orderId = new URL(next?.url ?? "").searchParams.get("token") ?? "";
  const { url } = (await world.gateways.paypal.post("/approve", { orderId, buyer: buyer.payer })) as {
    url: string;
  };
  const back = await fetch(url, { redirect: "manual" }).catch(() => null);
  buyer.journal.note(`came back from PayPal: ${back?.status ?? "the connection broke"}`);
}
