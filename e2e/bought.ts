import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
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

/**
 * Creates a member who buys a membership, or the featured series, by card in a browser of their own. By the calls that the
 * pages make: those are tested where they are shown.
 */
export async function buy(
  browser: Browser,
  origin: string,
  { days }: { days?: 30 | 365 } = {},
): Promise<Bought> {
  const page = await (await browser.newContext({ baseURL: origin, viewport: phone })).newPage();
  const person = await becomeMember(page);
  const { plans, consent } = await ask<{
    plans: { id: string; periodDays: number }[];
    consent: { version: string };
  }>(page, "/api/plan");
  const what = days
    ? { kind: "subscribe", planId: plans.find(({ periodDays }) => periodDays === days)?.id }
    : { kind: "unlock", seriesId: (await lockedSeries(origin)).id };
  const { order } = await ask<{ order: { id: string; number: string } }>(page, "/api/payment/order", {
    ...what,
    method: "card",
    clientToken: randomUUID(),
    consent: { version: consent.version, accepted: true },
  });
  const paid = await ask<{ order: { state: string } }>(page, "/api/payment/pay", {
    method: "card",
    orderId: order.id,
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Quint",
    email: person.email,
  });
  expect(paid.order.state).toBe("paid");
  return { page, person, ...order };
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
