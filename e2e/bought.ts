import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { lockedSeries, steer } from "./checkout.ts";
import { expect } from "./journey.ts";
import { becomeMember, type Person } from "./person.ts";

const phone = { width: 390, height: 844 };

/** A purchase by card, with its buyer's browser. */
export interface Bought {
  page: Page;
  person: Person;
  id: string;
  number: string;
}

/** What is bought: a membership, or without `days` the featured series; in US dollars unless another currency is named. */
export interface Wanted {
  days?: 30 | 365;
  currency?: "USD" | "EUR" | "BRL";
}

/** Creates a member with an open order in a browser of their own. `url`: where PayPal asks for the approval. */
export async function order(
  browser: Browser,
  origin: string,
  { days, currency, method }: Wanted & { method: "card" | "paypal" },
): Promise<Bought & { url: string | null }> {
  const page = await (await browser.newContext({ baseURL: origin, viewport: phone })).newPage();
  const person = await becomeMember(page);
  const { plans, consent } = await ask<{
    plans: { id: string; periodDays: number }[];
    consent: { version: string };
  }>(page, "/api/plan");
  const what = days
    ? { kind: "subscribe", planId: plans.find(({ periodDays }) => periodDays === days)?.id }
    : { kind: "unlock", seriesId: (await lockedSeries(origin)).id };
  const opened = await ask<{ order: { id: string; number: string }; next: { url?: string } | null }>(
    page,
    "/api/payment/order",
    {
      ...what,
      ...(currency && { currency }),
      method,
      clientToken: randomUUID(),
      consent: { version: consent.version, accepted: true },
    },
  );
  return { page, person, ...opened.order, url: opened.next?.url ?? null };
}

/** Pays an open order with a good card. */
export async function payByCard({ page, person, id }: Bought): Promise<void> {
  const paid = await ask<{ order: { state: string } }>(page, "/api/payment/pay", {
    method: "card",
    orderId: id,
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Quint",
    email: person.email,
  });
  expect(paid.order.state).toBe("paid");
}

/**
 * Creates a member who buys a membership, or the featured series, by card in a browser of their own. By the calls that the
 * pages make: those are tested where they are shown.
 */
export async function buy(browser: Browser, origin: string, wanted: Wanted = {}): Promise<Bought> {
  const bought = await order(browser, origin, { ...wanted, method: "card" });
  await payByCard(bought);
  return bought;
}

/** Creates a member who buys through PayPal, with an account of their own there. */
export async function buyAtPayPal(
  browser: Browser,
  { origin, paypalControl }: { origin: string; paypalControl: string },
  wanted: Wanted = {},
): Promise<Bought> {
  const { url, ...bought } = await order(browser, origin, { ...wanted, method: "paypal" });
  const remote = new URL(url ?? "").searchParams.get("token");
  await steer(paypalControl, "/approve", { orderId: remote, buyer: `funded:${bought.id}` });
  await expect.poll(() => orderState(bought), { timeout: timeLimit(30) }).toBe("paid");
  return bought;
}

/** Withdraws from a purchase as its buyer. */
export async function withdraw({ page, id }: Bought): Promise<void> {
  await ask(page, "/api/payment/withdraw", { step: "confirm", orderId: id });
}

/** Makes a call of the API as a page's visitor, and returns what it says. */
async function ask<T>(page: Page, path: string, data?: object): Promise<T> {
  const { request } = page.context();
  const answer = await (data ? request.post(path, { data }) : request.get(path));
  const envelope = (await answer.json()) as { code: number; info: T };
  expect(envelope).toMatchObject({ code: 200 });
  return envelope.info;
}

/** Returns the state of an order as its buyer sees it. */
export async function orderState({ page, id }: Bought): Promise<string> {
  return (await ask<{ state: string }>(page, `/api/payment?orderId=${id}`)).state;
}

/** A dispute at the simulated Stripe. */
export interface BankDispute {
  id: string;
  payment_intent: string;
  status: string;
  evidence: Record<string, string | null>;
  evidence_details: { submission_count: number };
}

interface BankMoney {
  charges: { payment_intent: string; metadata: Record<string, string> }[];
  disputes: BankDispute[];
}

/** Returns the gateway's id of the payment of a purchase. */
export async function paymentOf(control: string, { id }: Bought): Promise<string> {
  const { charges } = await steer<BankMoney>(control, "/money");
  const charge = charges.find(({ metadata }) => metadata["order_id"] === id);
  if (!charge) throw new Error(`Nothing was charged for ${id}`);
  return charge.payment_intent;
}

/** Lets the buyer's bank dispute a purchase, or ask about it, and waits until we know. */
export async function dispute(control: string, bought: Bought, inquiry = false): Promise<void> {
  await steer(control, `/charges/${await paymentOf(control, bought)}/dispute`, { inquiry });
  await expect.poll(() => orderState(bought)).toBe("disputed");
}

/** Returns the dispute of a purchase at the bank. */
export async function disputeOf(control: string, bought: Bought): Promise<BankDispute> {
  const payment = await paymentOf(control, bought);
  const { disputes } = await steer<BankMoney>(control, "/money");
  const found = disputes.find(({ payment_intent: intent }) => intent === payment);
  if (!found) throw new Error(`Nobody disputes ${bought.number}`);
  return found;
}
