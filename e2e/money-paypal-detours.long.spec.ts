import {
  atPayPal,
  callOf,
  expectPaid,
  isAbout,
  lockedSeries,
  mailTo,
  type PayPalOrders,
  paypalCaptures,
  steer,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { newestOrder, own, toPayPal } from "./paypal-buyer.ts";
import { becomeMember } from "./person.ts";

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
