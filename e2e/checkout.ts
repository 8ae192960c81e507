import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { type DemoSeries, expect, featuredSeries } from "./journey.ts";

/** Test cards of the sandbox bank by their outcome. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  /** Its bank requires authentication for the first payment only. */
  asksOnce: "4000002500003155",
  /** Its bank requires authentication for every payment. */
  asksAlways: "4000002760003184",
} as const;

const cardFrames = {
  number: ["Secure card number input frame", "cardnumber"],
  expiry: ["Secure expiration date input frame", "exp-date"],
  cvc: ["Secure CVC input frame", "cvc"],
} as const;

/** Returns one of the gateway's three card fields. */
export function cardField(page: Page, name: keyof typeof cardFrames) {
  const [title, input] = cardFrames[name];
  return page.frameLocator(`iframe[title="${title}"]`).locator(`input[name="${input}"]`);
}

/** Types a card into the form of `/order/easy` and replaces what is there. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await expect(cardField(page, "number")).toBeVisible();
  await cardField(page, "number").fill(number);
  await cardField(page, "expiry").fill("12 / 34");
  await cardField(page, "cvc").fill("123");
  await page.getByLabel("First name").fill("Mara");
  await page.getByLabel("Last name").fill("Quint");
}

/** Returns the pay button, whatever the price. */
export function payButton(page: Page) {
  return page.locator("form:has(input[name=firstName]) button[type=submit]");
}

/** Pays the open order on the form of `/order/easy`. */
export async function payByCard(page: Page, number: string = cards.good): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

/** Completes the bank's authentication step within the page. */
export async function answerBank(
  page: Page,
  button: "Complete authentication" | "Fail authentication" | "Cancel",
) {
  await page
    .frameLocator('iframe[title="3D Secure authentication frame"]')
    .getByRole("button", { name: button })
    .click();
}

/** Makes an API call with the page's session cookie and returns its answer. */
export async function callOf<T = Record<string, unknown>>(
  page: Page,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<{ status: number; code: number; message: string; reason?: string; info: T }> {
  return page.evaluate(
    async ([how, where, what]) => {
      const response = await fetch(where, {
        method: how,
        headers: { "content-type": "application/json" },
        ...(what ? { body: JSON.stringify(what) } : {}),
      });
      return { status: response.status, ...(await response.json()) };
    },
    [method, path, body] as const,
  );
}

/** Pays an order with a test card by the call that the card form makes. */
export function payCall(page: Page, orderId: string, paymentMethod = "pm_card_visa") {
  return callOf(page, "POST", "/api/payment/pay", {
    method: "card",
    orderId,
    paymentMethod,
    firstName: "Mara",
    lastName: "Quint",
    email: "mara@example.com",
  });
}

/**
 * Pays the order of the open card form by {@link payCall}. The form is drawn first: a page that reads its order only when that is
 * paid leaves for the result, which interrupts where the journey goes next.
 */
export async function payCallOnForm(page: Page, orderId: string, paymentMethod?: string) {
  await expect(payButton(page)).toBeVisible();
  return payCall(page, orderId, paymentMethod);
}

/**
 * Returns the first featured series of home that has locked episodes, with the number of the first one: a test before may have
 * taken episodes back.
 */
export async function lockedSeries(origin: string): Promise<DemoSeries & { locked: number }> {
  const series = await featuredSeries(
    origin,
    ({ episodeCount, freeEpisodeCount }) => episodeCount > freeEpisodeCount,
  );
  return { ...series, locked: series.freeEpisodeCount + 1 };
}

/** A choice on the paywall or on `/shopping`. */
export interface Purchase {
  /** Days of a membership; without it, the featured series is unlocked. */
  days?: 7 | 30 | 365;
  method?: "card" | "paypal";
}

/** Chooses on the sheet or on `/shopping`, agrees, and continues to the card form or to PayPal. */
export async function choose(page: Page, { days, method = "card" }: Purchase = {}): Promise<void> {
  const name = days ? new RegExp(`renews every ${days} days`) : /Unlock this series/;
  await pick(page, name);
  await pick(page, method === "card" ? "Card" : "PayPal");
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByRole("button", { name: days ? /^Subscribe/ : /^Unlock/ }).click();
}

/** Takes a row of the paywall sheet, and agrees on the document that it leads to. */
export async function takeRow(page: Page, { days }: Pick<Purchase, "days"> = {}): Promise<void> {
  const name = days ? new RegExp(`renews every ${days} days`) : /^Unlock this series/;
  await page.getByRole("dialog").getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/order\/easy\?series=\w+&ep=\d+&choice=/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
}

/** Taps the label of a radio button. */
export async function pick(page: Page, name: string | RegExp): Promise<void> {
  const radio = page.getByRole("radio", { name });
  await page.locator("label").filter({ has: radio }).click();
  await expect(radio).toBeChecked();
}

/** Creates a member with an open order and opens its card form. Returns the order's id. */
export async function openCardOrder(page: Page, origin: string, purchase: Purchase = {}): Promise<string> {
  const { id } = await featuredSeries(origin);
  await page.goto(purchase.days ? "/shopping" : `/shopping?series=${id}`);
  await choose(page, purchase);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  await page.waitForLoadState();
  return orderIn(page);
}

/** Returns the order id in the page's address. */
export function orderIn(page: Page): string {
  return new URL(page.url()).searchParams.get("order") ?? "";
}

/** Waits for the page of a paid order. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/order\/result\?order=\w+(&canceled=1)?$/);
  await expect(
    page.getByRole("heading", { name: /The series is yours|Welcome, it is all open|stays open/ }),
  ).toBeVisible();
}

/** Calls the control page of a simulator. */
export async function steer<T>(control: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${control}${path}`, {
    ...(body
      ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      : {}),
  });
  if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<T>;
}

interface CardMoney {
  charges: { status: string; amount: number; metadata: Record<string, string>; payment_intent: string }[];
}

/** Returns how often the card gateway charged an order, by its own records. */
export async function cardCharges(control: string, orderId: string): Promise<number> {
  const { charges } = await steer<CardMoney>(control, "/money");
  return charges.filter(({ status, metadata }) => status === "succeeded" && metadata["order_id"] === orderId)
    .length;
}

export interface PayPalOrders {
  orders: { id: string; units: { reference_id?: string }[] }[];
}

/** Returns whether an order at PayPal is about one of our orders. Its reference is our order's id, with the sale behind a slash. */
export function isAbout({ units }: PayPalOrders["orders"][number], orderId: string): boolean {
  return units.some(({ reference_id: reference }) => reference?.split("/")[0] === orderId);
}

/** Returns how often PayPal captured an order, by its own records. */
export async function paypalCaptures(control: string, orderId: string): Promise<number> {
  const [{ orders }, { capturesByOrder }] = await Promise.all([
    steer<PayPalOrders>(control, "/orders"),
    steer<{ capturesByOrder: Record<string, number> }>(control, "/money"),
  ]);
  const own = orders.filter((order) => isAbout(order, orderId));
  return own.reduce((sum, { id }) => sum + (capturesByOrder[id] ?? 0), 0);
}

/** Acts on PayPal's page as one of its test buyers. */
export async function atPayPal(
  page: Page,
  action: "approve" | "cancel" | "close",
  buyer: string = "funded",
): Promise<void> {
  const [kind = "", name = ""] = buyer.split(":");
  await page.locator(`input[name=buyer][value="${kind}"]`).check();
  if (name) {
    await page.getByText("As another account of that kind").click();
    await page.getByLabel("A name of your own").fill(name);
  }
  await page.locator(`button[name=decision][value=${action}]`).click();
}

/** An email in the mailbox. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
  raw: string;
}

/** Waits for an email to an address with a matching subject, and returns the newest. */
export async function mailTo(mailbox: string, email: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsTo(mailbox, email)).find((mail) => subject.test(mail.subject));
        return found?.subject ?? "";
      },
      { message: `an email to ${email} about ${subject}`, timeout: timeLimit(30) },
    )
    .not.toBe("");
  return found as Mail;
}

/** Returns all emails to an address. */
export async function mailsTo(mailbox: string, email: string): Promise<Mail[]> {
  const list = await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await list.json()) as { messages: { id: string }[] };
  return Promise.all(
    messages.map(async ({ id }) => (await (await fetch(`${mailbox}/api/messages/${id}`)).json()) as Mail),
  );
}

/** Moves the clock of the app and both gateways. Returns what it shows: a test before may have moved it, too. */
export async function passTime(origin: string, days: number): Promise<Date> {
  const response = await fetch(`${origin}/api/test/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: days * 86_400 }),
  });
  expect(response.status).toBe(200);
  const { info } = (await response.json()) as { info: { now: string } };
  return new Date(info.now);
}

/** Returns what the clock of the app shows. */
export const clockOf = (origin: string): Promise<Date> => passTime(origin, 0);

/** Returns seconds as days, the unit of `passTime`. */
export const days = (seconds: number) => seconds / 86_400;
