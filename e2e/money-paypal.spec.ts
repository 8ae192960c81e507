import type { Page } from "@playwright/test";
import {
  atPayPal,
  callOf,
  choose,
  expectPaid,
  isAbout,
  lockedSeries,
  mailTo,
  type PayPalOrders,
  paypalCaptures,
  steer,
  takeRow,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

/** Returns a new PayPal account for one test, because an account keeps its token permanently. */
const own = (kind: string) => `${kind}:${Math.random().toString(36).slice(2)}`;

/** Creates a member and goes to PayPal to pay for the featured series or a membership. Returns the order's id. */
async function toPayPal(page: Page, origin: string, days?: 7 | 30 | 365): Promise<string> {
  const { id } = await lockedSeries(origin);
  await page.goto(days ? "/shopping" : `/shopping?series=${id}`);
  await choose(page, { method: "paypal", ...(days ? { days } : {}) });
  await expect(page.getByRole("heading", { name: /USD$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get("token") ?? "";
}

async function newestOrder(page: Page): Promise<{ id: string; state: string }> {
  const { info } = await callOf<{ orders: { id: string; state: string }[] }>(page, "GET", "/api/payment");
  return info.orders[0] ?? { id: "", state: "" };
}

test("R6, R84: PayPal pays from the unlock sheet, and no address of ours shows PayPal's parameters", {
  tag: "@quick",
}, async ({ page, origin, simulators }) => {
  const series = await lockedSeries(origin);
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith(origin)) addresses.push(frame.url());
  });
  await becomeMember(page, `/videos/${series.id}?ep=${series.locked}`);
  await takeRow(page);
  await page.getByRole("button", { name: "PayPal" }).click();
  await expect(page.getByRole("button", { name: "Approve and pay" })).toBeVisible();
  await atPayPal(page, "approve", own("funded"));
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`));
  await expectPlaying(page);
  const { id } = await newestOrder(page);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(1);
  expect(addresses.filter((address) => /[?&](token|PayerID|ba_token)=/i.test(address))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("REFERER_TOKEN")), "R35").toBeNull();
});

test("case 34: a customer who cancels at PayPal is not charged, is told so, and pays the same order at the second attempt", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  await toPayPal(page, origin);
  await atPayPal(page, "cancel");
  await expect(page.getByRole("heading", { name: "This order is not paid yet" })).toBeVisible();
  const { id } = await newestOrder(page);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(0);
  await page.getByRole("link", { name: "Try again with PayPal" }).click();
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
  await choose(page, { method: "paypal" });
  await atPayPal(page, "approve", own("funded"));
  await expectPaid(page);
  expect((await newestOrder(page)).id).toBe(id);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(1);
});

test("case 34: a forged cancel address of PayPal does not change a paid order", async ({ page, origin }) => {
  await becomeMember(page);
  const token = await toPayPal(page, origin);
  await atPayPal(page, "approve", own("funded"));
  await expectPaid(page);
  const { id } = await newestOrder(page);
  await page.goto(`/api/webhook/payment/paypal-cancel?order=${id}&token=${token}`);
  await expectPaid(page);
  expect(new URL(page.url()).searchParams.has("token")).toBe(false);
});

test("case 33: a declined PayPal account chooses another source within PayPal, which pays", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const token = await toPayPal(page, origin);
  await atPayPal(page, "approve", own("declined"));
  await expect(page.getByText("The last attempt did not go through.")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("token"), "the same order at PayPal").toBe(token);
  await page.locator("button[name=decision][value=approve]").click();
  await expectPaid(page);
  expect(await paypalCaptures(simulators.paypalControl, (await newestOrder(page)).id)).toBe(1);
});

test("case 31: a payment that PayPal reviews opens nothing and is shown as pending; then it is granted, with an email", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const person = await becomeMember(page);
  await toPayPal(page, origin);
  await atPayPal(page, "approve", own("pending"));
  await expect(page.getByRole("heading", { name: "Your payment is being checked" })).toBeVisible();
  const { id } = await newestOrder(page);
  const shut = await callOf(page, "POST", "/api/video/unlock", { seriesId: series.id });
  expect(shut.code).toBe(402);
  const order = await steer<{ captures: { id: string }[] }>(
    simulators.paypalControl,
    `/orders/${await remoteOrder(simulators.paypalControl, id)}`,
  );
  await steer(simulators.paypalControl, `/captures/${order.captures[0]?.id}`, { status: "COMPLETED" });
  await expectPaid(page);
  await mailTo(simulators.mailbox, person.email, /^Your receipt /);
});

test("case 35: an approval at PayPal is paid and granted although the browser was closed", async ({
  page,
  context,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const person = await becomeMember(page);
  const token = await toPayPal(page, origin);
  await page.close();
  await steer(simulators.paypalControl, "/approve", { orderId: token, buyer: own("funded") });
  await mailTo(simulators.mailbox, person.email, /^Your receipt /);
  const later = await context.newPage();
  await later.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expectPlaying(later);
  expect(await paypalCaptures(simulators.paypalControl, (await newestOrder(later)).id)).toBe(1);
});

test("case 37: a membership without a saved PayPal account says that it does not renew automatically", async ({
  page,
  origin,
  simulators,
}) => {
  const person = await becomeMember(page);
  await toPayPal(page, origin, 30);
  await atPayPal(page, "approve", own("no-vault"));
  await expectPaid(page);
  await expect(page.getByText("It will not be charged by itself")).toBeVisible();
  await page.goto("/individual");
  await expect(page.getByText("It is not charged by itself.")).toBeVisible();
  const mail = await mailTo(simulators.mailbox, person.email, /^Your receipt /);
  expect(mail.text).not.toMatch(/renews on|next charge/i);
});

/** Returns PayPal's id of one of our orders. */
async function remoteOrder(control: string, orderId: string): Promise<string> {
  const { orders } = await steer<PayPalOrders>(control, "/orders");
  return orders.find((order) => isAbout(order, orderId))?.id ?? "";
}
