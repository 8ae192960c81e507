import type { Page } from "@playwright/test";
import {
  atPayPal,
  callOf,
  cardCharges,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  openCardOrder,
  orderIn,
  payButton,
  payByCard,
  paypalCaptures,
  typeCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

test("case 1: a double click on Pay, and a third while it is on its way, charge once", async ({
  page,
  origin,
  standIns,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  await typeCard(page, cards.good);
  await payButton(page).dblclick();
  await payButton(page)
    .click({ force: true, timeout: 500 })
    .catch(() => undefined); // the page may have left by then
  await expectPaid(page);
  expect(await cardCharges(standIns.stripeControl, orderId)).toBe(1);
});

test("case 2: two tabs that buy the same series stand before one order, and paying in both charges once", async ({
  page,
  context,
  origin,
  standIns,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  const other = await context.newPage();
  expect(await openCardOrder(other, origin)).toBe(orderId);
  await typeCard(page, cards.good);
  await typeCard(other, cards.good);
  await Promise.all([payButton(page).click(), payButton(other).click()]);
  await expectPaid(page);
  await expectPaid(other);
  expect(await cardCharges(standIns.stripeControl, orderId)).toBe(1);
});

test("case 2: another plan in a second tab takes the place of the first, which can no longer be paid", async ({
  page,
  context,
  origin,
  standIns,
}) => {
  await becomeMember(page);
  const first = await openCardOrder(page, origin, { days: 7 });
  await typeCard(page, cards.good);
  const other = await context.newPage();
  const second = await openCardOrder(other, origin, { days: 30 });
  expect(second).not.toBe(first);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "This order was cancelled" })).toBeVisible();
  await payByCard(other);
  await expectPaid(other);
  expect(await cardCharges(standIns.stripeControl, first)).toBe(0);
  expect(await cardCharges(standIns.stripeControl, second)).toBe(1);
});

test("case 3: a card in one tab and PayPal in another pay one order once, whichever is first", async ({
  page,
  context,
  origin,
  standIns,
}) => {
  const { stripeControl, paypalControl } = standIns;
  const { id } = await lockedSeries(origin);
  await becomeMember(page);
  await openCardOrder(page, origin);
  await typeCard(page, cards.good);
  const other = await context.newPage();
  await other.goto(`/shopping?series=${id}`);
  await choose(other, { method: "paypal" });
  await expect(other).toHaveURL(new RegExp(`^${standIns.paypal}`));
  await payButton(page).click();
  await atPayPal(other, "approve", `funded:${Date.now()}`);
  await expectPaid(other);
  await expect(
    page.getByRole("heading", { name: /The series is yours|cancelled|There is no such order/ }),
  ).toBeVisible();
  const { info } = await callOf<{ orders: { id: string; state: string }[] }>(page, "GET", "/api/payment");
  const counts = await Promise.all(
    info.orders.map(async (one) => [
      await cardCharges(stripeControl, one.id),
      await paypalCaptures(paypalControl, one.id),
    ]),
  );
  expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(info.orders.filter(({ state }) => state === "paid")).toHaveLength(1);
});

test("case 1: an order that fifty tabs pay at the same moment is charged once", async ({
  page,
  context,
  origin,
  standIns,
}) => {
  test.setTimeout(180_000);
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  const others: Page[] = [];
  for (let tab = 0; tab < 4; tab += 1) {
    const other = await context.newPage();
    await other.goto(`/order/easy?order=${orderId}`);
    await typeCard(other, cards.good);
    others.push(other);
  }
  await typeCard(page, cards.good);
  // Forty-five tabs more, as far as the server can tell: each sends what its own card form would.
  const calls = page.evaluate(async (id) => {
    const body = {
      method: "card",
      orderId: id,
      paymentMethod: "pm_card_visa",
      firstName: "Mara",
      lastName: "Quint",
    };
    const answers = Array.from({ length: 45 }, async () => {
      const answer = await fetch("/api/payment/pay", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, email: "mara@example.com" }),
      });
      return [answer.status, (await answer.json()).code] as const;
    });
    return Promise.all(answers);
  }, orderId);
  await Promise.all(others.map((tab) => payButton(tab).click()));
  const answers = await calls;
  await payButton(page).click();
  for (const tab of [page, ...others]) await expectPaid(tab);
  expect(answers.filter(([status]) => status >= 500)).toEqual([]);
  expect(await cardCharges(standIns.stripeControl, orderId)).toBe(1);
});

test("R28: Back from the card form leads to the choice as it was, and on to the very same order", async ({
  page,
  origin,
  standIns,
}) => {
  const series = await lockedSeries(origin);
  await becomeMember(page, `/shopping?series=${series.id}`);
  await choose(page);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  const orderId = orderIn(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/shopping\?series=/);
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
  await choose(page);
  await expect(page).toHaveURL(`/order/easy?order=${orderId}`);
  await typeCard(page, cards.good);
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await payByCard(page);
  await expectPaid(page);
  expect(await cardCharges(standIns.stripeControl, orderId)).toBe(1);
  await page.goBack();
  await expect(page, "no step back leads into a form that could pay again").not.toHaveURL(/order\/easy/);
  await page.goto(`/order/easy?order=${orderId}`);
  await expectPaid(page);
});

test("case 7, R38: somebody else's order is not there, be they signed in or not, and nothing of it is told", async ({
  page,
  browser,
  origin,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const stranger = await context.newPage();
  for (const who of ["guest", "member"]) {
    if (who === "member") await becomeMember(stranger);
    for (const path of ["/order/easy", "/order/result"]) {
      await stranger.goto(`${path}?order=${orderId}`);
      await expect(stranger.getByRole("heading", { name: "There is no such order" })).toBeVisible();
      await expect(stranger.getByText("6.99")).toHaveCount(0);
    }
  }
  const deeds = [
    ["GET", `/api/payment?orderId=${orderId}`, undefined],
    ["GET", `/api/payment?orderId=${orderId}&orderKey=${"k".repeat(43)}`, undefined],
    ["POST", "/api/payment/pay", { orderId, method: "paypal" }],
    ["POST", "/api/payment/cancel", { orderId }],
  ] as const;
  for (const [method, path, body] of deeds)
    expect((await callOf(stranger, method, path, body)).code, path).toBe(404);
  await context.close();
  await page.reload();
  await payByCard(page);
  await expectPaid(page);
});
