import type { Order } from "@cliffhanger/contract";
import { randomWord } from "#platform/ids";
import { type Buyer, isPaid, plansOf } from "./buyer.ts";
import { type Method, walletToken } from "./gateways.ts";
import type { World } from "./world.ts";

/** What somebody buys. */
export interface Wish {
  /** A plan of so many days, or the series of that number. */
  days?: number;
  series?: number;
  method: Method;
  /** A change of the membership's plan to that of so many days; what it must cost, counted from the moment of the offer. */
  change?: (price: number, at: Date) => number;
  /** By a wallet instead of the card form. */
  wallet?: boolean;
  /** In one tap, by the saved method of this id. */
  saved?: string;
  /** Whether the method is to be kept for later unlocks. */
  keep?: boolean;
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
  await buyer.who();
  const opened = await Promise.all((wish.twoTabs ? [1, 2] : [1]).map(() => openOrder(world, buyer, wish)));
  const first = opened[0];
  if (!first) throw buyer.breach("nothing could be ordered");
  const { order } = first;
  buyer.journal.note(`orders ${order.number} for ${order.total.amount} ${order.total.currency}`);
  if (order.state === "pending") {
    if (wish.method === "paypal" && wish.saved === undefined) await approve(world, buyer, first);
    else await Promise.all(opened.map(({ order: one }) => pay(world, buyer, one, wish)));
  }
  return outcomeOf(world, buyer, order, wish);
}

/** Pays an open order, such as that of a failed renewal, by a card of the buyer's. */
export async function payByLink(world: World, buyer: Buyer, orderId: string): Promise<Order> {
  const order = await buyer.order(orderId);
  buyer.journal.note(`pays ${order.number} by link with ${buyer.card}`);
  await pay(world, buyer, order, { method: "card" });
  return outcomeOf(world, buyer, order, { method: "card" });
}

async function outcomeOf(world: World, buyer: Buyer, { id }: Order, wish: Wish): Promise<Order> {
  const { method, patience = 240 } = wish;
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
    if (order.state === "pending" && waited % 60 === 40) await pay(world, buyer, order, wish);
  }
}

async function openOrder(world: World, buyer: Buyer, wish: Wish): Promise<Bought> {
  const { days, series, method, wallet, saved, keep, change } = wish;
  const who = await buyer.who();
  const seriesId = series === undefined ? undefined : world.series[series]?.id;
  const { plans, unlock, consent, at } = await plansOf(buyer, seriesId);
  const plan = plans.find(({ periodDays }) => periodDays === days);
  const price = seriesId === undefined ? plan?.price : unlock?.price;
  if (!price) throw buyer.breach("what they want is not sold");
  const answer = await who.call<Bought>("POST", "/api/payment/order", {
    ...(seriesId === undefined
      ? { kind: change ? "change" : "subscribe", planId: plan?.id }
      : { kind: "unlock", seriesId }),
    ...wayOf({ method, wallet, saved }),
    ...(wallet ? { quoted: { amount: price.amount, currency: price.currency } } : {}),
    ...(change ? { quotedAt: at } : {}),
    ...(keep && method === "paypal" ? { keep, keepVersion: consent.keep.version } : {}),
    // Of a guest at PayPal its payer's address is taken.
    ...(buyer.asGuest && method === "card" ? { guest: { email: buyer.email, name: "Ada Lovelace" } } : {}),
    currency: buyer.currency,
    clientToken: randomWord(16),
    consent: { version: consent.version, accepted: true },
  });
  if (answer.code !== 200) throw buyer.breach(`an order was refused: ${JSON.stringify(answer)}`);
  const wanted = change ? change(price.amount, new Date(at)) : price.amount;
  const { total } = answer.info.order;
  if (total.amount !== wanted || total.currency !== buyer.currency)
    throw buyer.breach(
      `${wanted} ${buyer.currency} are due, but ${total.amount} ${total.currency} are asked for`,
    );
  return answer.info;
}

function wayOf({ method, wallet, saved }: { [key in "method" | "wallet" | "saved"]: Wish[key] | undefined }) {
  if (saved !== undefined) return { method: "saved", instrumentId: saved };
  return { method: wallet ? "wallet" : method };
}

/** Presses the button that pays an order. */
async function pay(world: World, buyer: Buyer, order: Order, wish: Wish): Promise<void> {
  const who = await buyer.who();
  const answer = await who.call<Bought>("POST", "/api/payment/pay", {
    orderId: order.id,
    ...(await payment(world, buyer, order, wish)),
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

/** What the page sends to pay by the method that its buyer has chosen. */
async function payment(world: World, buyer: Buyer, { kind, total }: Order, wish: Wish): Promise<object> {
  const { method, wallet, saved, keep } = wish;
  if (saved !== undefined) return { method: "saved", instrumentId: saved };
  if (method === "paypal") return { method };
  if (wallet) {
    const shown = { amount: total.amount, currency: total.currency, saved: kind !== "unlock" };
    const card = buyer.card.replace("pm_card_", "tok_");
    const confirmationToken = await walletToken(world.wallet, shown, { card, email: buyer.email });
    return { method: "wallet", confirmationToken, wallet: "google_pay" };
  }
  return {
    method,
    paymentMethod: buyer.card,
    firstName: "Ada",
    lastName: "Lovelace",
    email: buyer.email,
    ...(keep ? { keep, keepVersion: (await plansOf(buyer)).consent.keep.version } : {}),
  };
}

async function approve(world: World, buyer: Buyer, { next }: Bought): Promise<void> {
  const orderId = new URL(next?.url ?? "").searchParams.get("token") ?? "";
  await approveAtPayPal(world, buyer, orderId);
}

/** Approves an order or a new method at PayPal, which sends the browser back. */
export async function approveAtPayPal({ gateways }: World, buyer: Buyer, orderId: string): Promise<void> {
  const { url } = (await gateways.paypal.post("/approve", { orderId, buyer: buyer.payer })) as {
    url: string;
  };
  const back = await fetch(url, { redirect: "manual" }).catch(() => null);
  buyer.journal.note(`came back from PayPal: ${back?.status ?? "the connection broke"}`);
}
