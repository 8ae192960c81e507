import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { buyByCall } from "./buy-by-call.ts";
import {
  answerBank,
  callOf,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  type Mail,
  mailsTo,
  mailTo,
  orderIn,
  passTime,
  payByCard,
  steer,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import type { Person } from "./person.ts";
import { becomeMember } from "./person.ts";

// These tests move the clock.
test.use({ appKind: "own" });

interface Seen {
  subscription: { state: string; renewsAt: string; payOrderId: string | null } | null;
  orders: { id: string; kind: string; state: string }[];
}

/** Buys a membership by card. */
async function subscribe(page: Page, days: 7 | 30): Promise<Person> {
  const person = await becomeMember(page);
  await buyByCall(page, { days });
  await page.goto("/my");
  return person;
}

async function seen(page: Page): Promise<Seen> {
  const { code, info } = await callOf<Seen>(page, "GET", "/api/payment");
  expect(code).toBe(200);
  return info;
}

/** Moves the clock by days. A session ends after a month without a visit, so the member may sign in again. */
async function returnAfter(
  page: Page,
  origin: string,
  { email, password }: Person,
  days: number,
): Promise<void> {
  await passTime(origin, days);
  await page.goto("/my");
  await callOf(page, "GET", "/api/user");
  expect((await callOf(page, "POST", "/api/user/login", { email, password })).code).toBe(200);
}

/** Waits until `count` orders of a kind are in a state. */
async function expectOrders(page: Page, kind: string, state: string, count: number): Promise<void> {
  await expect
    .poll(
      async () => (await seen(page)).orders.filter((one) => one.kind === kind && one.state === state).length,
      {
        message: `${count} orders of kind ${kind} are ${state}`,
        timeout: timeLimit(40),
      },
    )
    .toBe(count);
}

async function expectState(page: Page, state: string): Promise<void> {
  await expect
    .poll(async () => (await seen(page)).subscription?.state, {
      message: "the state of the membership",
      timeout: timeLimit(40),
    })
    .toBe(state);
}

function linkIn(mail: Mail): string {
  return /https?:\/\/\S+\/order\/easy\?\S+/.exec(mail.text)?.[0] ?? "";
}

test("R7, R41: a membership renews automatically at the end of its period: it is charged once, has a receipt, and continues", async ({
  page,
  origin,
  simulators,
}) => {
  test.setTimeout(timeLimit(120));
  const series = await lockedSeries(origin);
  const person = await subscribe(page, 7);
  const before = (await seen(page)).subscription?.renewsAt ?? "";
  await returnAfter(page, origin, person, 7.01);
  await expectOrders(page, "renewal", "paid", 1);
  const after = (await seen(page)).subscription?.renewsAt ?? "";
  expect(Date.parse(after) - Date.parse(before)).toBe(7 * 86_400_000);
  await expect
    .poll(
      async () =>
        (await mailsTo(simulators.mailbox, person.email)).filter(({ subject }) =>
          subject.startsWith("Your receipt "),
        ).length,
    )
    .toBe(2);
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expectPlaying(page);
});

/** Returns the customer who paid last. Other memberships also renew when the clock moves, and their bank must accept. */
async function lastPayer(control: string): Promise<string> {
  const { charges } = await steer<{ charges: { created: number; customer: string | null }[] }>(
    control,
    "/money",
  );
  const last = charges
    .filter(({ customer }) => customer)
    .sort((one, other) => other.created - one.created)[0];
  return last?.customer ?? "";
}

test("case 41: a declined renewal is shown everywhere, episodes stay open, and the email's link pays it without a session", async ({
  page,
  browser,
  origin,
  simulators,
}) => {
  test.setTimeout(timeLimit(150));
  const series = await lockedSeries(origin);
  const person = await subscribe(page, 30);
  await steer(simulators.stripeControl, "/declines", {
    outcome: "insufficient_funds",
    of: await lastPayer(simulators.stripeControl),
    offSession: true,
    n: 1,
  });
  await returnAfter(page, origin, person, 30.01);
  // The membership is also past due before the first attempt, and active during it. The mail says that it was declined.
  const mail = await mailTo(simulators.mailbox, person.email, /^Your payment did not go through$/);
  await expectState(page, "past_due");
  // There is nothing to pay manually while the charge is in flight.
  await expect
    .poll(async () => (await seen(page)).subscription?.payOrderId ?? null, { timeout: timeLimit(40) })
    .not.toBeNull();
  await page.goto("/my");
  await expect(page.getByText(/The payment due on .* has not gone through\./).first()).toBeVisible();
  await page.goto("/individual");
  await expect(page.getByRole("link", { name: "Pay $19.99 now" })).toBeVisible();
  await page.goto("/shopping");
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expectPlaying(page);

  const link = linkIn(mail);
  expect(link).toContain("key=");
  expect(link, "R35: `token` is the referrer's").not.toContain("token=");
  const elsewhere = await browser.newContext({
    baseURL: origin,
    locale: "en-US",
    viewport: { width: 390, height: 844 },
  });
  const phone = await elsewhere.newPage();
  await phone.goto(link);
  await expect(phone.getByText("$19.99").first()).toBeVisible();
  await expect(phone, "no script can read the key").not.toHaveURL(/key=/);
  await phone.reload();
  await phone.getByLabel("E-mail").fill(person.email);
  await payByCard(phone);
  await expectPaid(phone);
  await elsewhere.close();
  await expectState(page, "active");
  await page.goto("/my");
  await expect(page.getByText(/Renews on .* and every 30 days after that\./)).toBeVisible();

  const otherVisitor = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const late = await otherVisitor.newPage();
  await passTime(origin, 0.02);
  await late.goto(link);
  await expect(late.getByRole("heading", { name: "There is no such order" })).toBeVisible();
  await otherVisitor.close();
});

test("case 40: a renewal that needs authentication is confirmed from the email's link, and later ones renew automatically", async ({
  page,
  origin,
  simulators,
}) => {
  test.setTimeout(timeLimit(150));
  const person = await subscribe(page, 30);
  await steer(simulators.stripeControl, "/declines", {
    outcome: "authentication_required",
    of: await lastPayer(simulators.stripeControl),
    offSession: true,
    n: 1,
  });
  await returnAfter(page, origin, person, 30.01);
  await expectState(page, "past_due");
  const mail = await mailTo(simulators.mailbox, person.email, /^Your bank asks you to confirm a payment$/);
  await page.goto(linkIn(mail));
  await payByCard(page, cards.asksOnce);
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
  await expectState(page, "active");
  await returnAfter(page, origin, person, 30.01);
  await expectOrders(page, "renewal", "paid", 2);
  await expectState(page, "active");
});

test("R46, R47: a cancelled membership ends with its last day: an open episode stops within ten minutes and is locked", async ({
  page,
  origin,
  watch,
}) => {
  test.setTimeout(timeLimit(150));
  const series = await lockedSeries(origin);
  await subscribe(page, 7);
  await callOf(page, "POST", "/api/payment/cancel", {});
  await passTime(origin, 6.999);
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expectPlaying(page);
  const address = await page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .findLast((name) => name.includes("/media/v/")) ?? "",
  );
  expect((await fetch(address)).status).toBe(200);
  await passTime(origin, 0.001 + 600 / 86_400);
  await expect
    .poll(async () => (await fetch(address)).status, { message: "the grant has expired" })
    .toBe(403);
  await expectState(page, "cancelled");
  const one = await page.evaluate(
    async (id) =>
      (await (await fetch(`/api/video/episode?seriesId=${id}`)).json()).data.list as {
        id: string;
        locked: boolean;
        number: number;
      }[],
    series.id,
  );
  const { id } = one.find(({ number }) => number === series.locked) ?? { id: "" };
  expect((await callOf(page, "GET", `/api/video/episode?id=${id}`)).code).toBe(402);
  await page.reload();
  await expect(page.getByRole("dialog").getByText("No coins.")).toBeVisible();
  await page.goto("/my");
  await expect(page.getByText(/Your membership ended on/)).toBeVisible();
  await page.goto("/individual");
  // The open episode was refused as expected, and the browser logged it.
  watch.complaints = watch.complaints.filter((text) => !text.includes("status of 403"));
});

test("R28: an expired order says so, and starts again with the same choice", async ({ page, origin }) => {
  const series = await lockedSeries(origin);
  await becomeMember(page, `/shopping?series=${series.id}`);
  await choose(page);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  const orderId = orderIn(page);
  const number = page.frameLocator('iframe[title="Secure card number input frame"]');
  await expect(number.locator('input[name="cardnumber"]')).toBeVisible();
  // The page asks for the order once more after a refusal: with the time passed, that answer would end the form.
  const asked = page.waitForResponse((answer) => answer.url().includes(`/api/payment?orderId=${orderId}`));
  await payByCard(page, cards.declined);
  await expect(page.getByRole("alert").filter({ hasText: "declined this card" })).toBeVisible();
  await asked;
  await passTime(origin, 0.03);
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "This order has expired" })).toBeVisible();
  await page.goto(`/order/result?order=${orderId}`);
  await expect(page.getByRole("heading", { name: "This order has expired" })).toBeVisible();
  await expect(page.getByText("declined this card")).toHaveCount(0);
  await page.getByRole("link", { name: "Begin anew" }).click();
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
  await choose(page);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  expect(orderIn(page)).not.toBe(orderId);
  await payByCard(page);
  await expectPaid(page);
});
