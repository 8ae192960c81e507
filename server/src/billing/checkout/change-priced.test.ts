import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { approveAtPayPal, type TestMemberships, testMemberships } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import { type Bought, orderOf, payOrder, plansFor, seeOrder } from "#test/purchases";
import { actingOn } from "#test/unaudited";
import { changePrices } from "../sales/change.ts";
import { parsePrices } from "../sales/parse-price.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

const price = (value: string, planId = "days-365") =>
  changePrices(actingOn(shop), planId, parsePrices([`USD=${value}`]));

test("case 97: an open change of plan is not paid at its old price once another one is shown", async () => {
  const member = await shop.subscribe(30);
  const [saved] = (await plansFor(member)).saved;
  const named = { method: "saved", instrumentId: saved?.id };
  const before = await orderChange(member, "days-365", named);
  expect(before.info.order.total.amount).toBe(9999 - 1999);
  await shop.advance(60);
  await price("79.99");
  await shop.advance(60);
  const { change } = await plansFor(member);
  const shown = change.find(({ planId }) => planId === "days-365");
  const again = await orderChange(member, "days-365", named);
  expect(again.info.order.total).toEqual(shown?.charge);
  expect((await seeOrder(member, before.info.order.id)).state).toBe("cancelled");
  const paid = await member.call<Bought>("POST", "/api/payment/pay", {
    ...named,
    orderId: again.info.order.id,
  });
  expect(paid.info.order).toMatchObject({ state: "paid", total: shown?.charge });
  await price("99.99");
});

test("case 97: the page that opened a change gets a new order when it asks again after its price changed", async () => {
  const member = await shop.subscribe(30);
  const named = { clientToken: "the-same-page" };
  const before = await orderChange(member, "days-365", named);
  await shop.advance(60);
  await price("79.99");
  await shop.advance(60);
  const again = await orderChange(member, "days-365", named);
  expect(again.info.order).toMatchObject({ id: before.info.order.id, state: "cancelled" });
  expect((await payOrder(member, before.info.order.id)).info.order.state).toBe("cancelled");
  const anew = await orderChange(member, "days-365");
  expect(anew.info.order.total.amount).toBeLessThan(before.info.order.total.amount);
  await price("99.99");
});

test("case 97: a page that is older than the one which opened a change is not charged more than it shows", async () => {
  const member = await shop.subscribe(7);
  await shop.advance(60);
  const older = await plansFor(member);
  const charge = older.change.find(({ planId }) => planId === "days-30")?.charge;
  await shop.advance(25 * 60);
  const phone = await orderChange(member, "days-30", { clientToken: "the-newer-page" });
  expect(phone.info.order.total.amount).toBeGreaterThan(charge?.amount ?? 0);
  const ofOlder = (clientToken: string) =>
    orderChange(member, "days-30", {
      clientToken,
      quotedAt: older.at,
      consent: { version: older.consent.version, accepted: true },
    });
  expect((await ofOlder("the-newer-page")).info.order).toMatchObject({ state: "cancelled" });
  const laptop = await ofOlder("the-older-page");
  expect(laptop.info.order.total).toEqual(charge);
  // The newer page shows more, and pays the cheaper order.
  expect((await orderChange(member, "days-30")).info.order.id).toBe(laptop.info.order.id);
  expect((await payOrder(member, laptop.info.order.id)).info.order).toMatchObject({
    state: "paid",
    total: charge,
  });
});

test("case 97, case 113: a cheaper plan is not planned at a price that was not shown", async () => {
  const member = await shop.subscribe(30);
  const { consent, at } = await plansFor(member);
  const plan = (quotedAt: string) =>
    member.call("POST", "/api/payment/change", {
      planId: "days-7",
      consent: { version: consent.version, accepted: true },
      quotedAt,
    });
  await shop.advance(60);
  await price("14.99", "days-7");
  await shop.advance(60);
  expect(await plan(at)).toMatchObject({ code: 500, reason: "price_changed" });
  expect((await shop.seen(member)).pendingPlan).toBeNull();
  await plan((await plansFor(member)).at);
  expect(await shop.seen(member)).toMatchObject({ pendingPlan: { id: "days-7", price: { amount: 1499 } } });
  await price("9.99", "days-7");
});

test("case 106, case 111: a PayPal account that was kept for unlocks pays no change of plan, whose membership it would renew", async () => {
  const member = await shop.subscribe(30);
  const { instrument_id: card } = await shop.stored(member.subscriptionId);
  const { consent } = await plansFor(member);
  const { info } = await orderOf(member, {
    seriesId: (await makeSeries(shop, { free: 1, episodes: 2 })).id,
    method: "paypal",
    keep: true,
    keepVersion: consent.keep.version,
  });
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  await expect.poll(() => shop.work().then(async () => (await plansFor(member)).saved)).toHaveLength(2);
  const kept = (await plansFor(member)).saved.find(({ type }) => type === "paypal");
  expect(kept).toMatchObject({ usage: "on_session" });
  expect(await orderChange(member, "days-365", { method: "saved", instrumentId: kept?.id })).toMatchObject({
    code: 500,
    reason: "method_unavailable",
  });
  expect((await shop.stored(member.subscriptionId)).instrument_id).toBe(card);
  const byCard = { method: "saved", instrumentId: card };
  expect((await orderChange(member, "days-365", byCard)).info.next).toEqual({ type: "none" });
});
