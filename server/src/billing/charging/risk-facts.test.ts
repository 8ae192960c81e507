import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { payThroughBank, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { makeMember, type Person } from "#test/people";
import { booksOf, buyAsGuest, orderOf, payOrder } from "#test/purchases";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

const factKeys = [
  "visitor_age_hours",
  "paid_orders",
  "declines_hour",
  "proven",
  "wallet",
  "plan_or_series",
] as const;

/** Returns what the gateway's fraud rules see of an order, and everything else that its object says. */
async function seenByRules(orderId: string) {
  const { payments } = await booksOf(shop, orderId);
  const { intents } = (await shop.stripe.get("/money")) as {
    intents: { id: string; metadata: Record<string, string> }[];
  };
  const metadata = intents.find(({ id }) => id === payments[0]?.remote_id)?.metadata ?? {};
  return { facts: Object.fromEntries(factKeys.map((key) => [key, metadata[key]])), metadata };
}

/** Orders a new series. */
async function newOrder(person: Person) {
  const { id: seriesId } = await makeSeries(shop);
  return { seriesId, orderId: (await orderOf(person, { seriesId })).info.order.id };
}

test("the gateway's fraud rules see figures of the customer, and no name or address", async () => {
  const buyer = await makeMember(shop);
  const first = await newOrder(buyer);
  await payOrder(buyer, first.orderId);
  await shop.advance(5 * 3600);
  const second = await newOrder(buyer);
  await payOrder(buyer, second.orderId);

  const about = { declines_hour: "0", proven: "true", wallet: "false" };
  const newest = await seenByRules(second.orderId);
  expect((await seenByRules(first.orderId)).facts).toEqual({
    ...about,
    visitor_age_hours: "0",
    paid_orders: "0",
    plan_or_series: first.seriesId,
  });
  expect(newest.facts).toEqual({
    ...about,
    visitor_age_hours: "5",
    paid_orders: "1",
    plan_or_series: second.seriesId,
  });
  expect(JSON.stringify(newest.metadata)).not.toContain("@");
  expect(Object.values(newest.metadata)).not.toContain("Ada Lovelace");

  const guest = await buyAsGuest(shop, "mara@example.com", (await makeSeries(shop)).id);
  expect((await seenByRules(guest.orderId)).facts).toMatchObject({ proven: "false", paid_orders: "0" });
});

test("after two declines in an hour the bank authenticates any card; an hour later it need not", async () => {
  const buyer = await makeMember(shop);
  const { orderId } = await newOrder(buyer);
  const other = await newOrder(buyer);
  await payOrder(buyer, orderId, "pm_card_chargeDeclined");
  expect((await payOrder(buyer, orderId, "pm_card_chargeDeclined")).reason).toBe("card_declined");

  const third = await payOrder(buyer, orderId);
  expect(third.info).toMatchObject({ order: { state: "processing" }, next: { type: "action" } });
  expect((await seenByRules(orderId)).facts).toMatchObject({ declines_hour: "2" });
  expect((await payThroughBank(shop.stripe, buyer, orderId)).info.order.state).toBe("paid");

  await shop.advance(3601);
  expect((await payOrder(buyer, other.orderId)).reason).toBe("order_gone");
  const later = await newOrder(buyer);
  expect((await payOrder(buyer, later.orderId)).info.order.state).toBe("paid");
  expect((await seenByRules(later.orderId)).facts).toMatchObject({ declines_hour: "0" });
});

test("an object whose creation got no answer is created by the same request, whatever happened meanwhile", async () => {
  const buyer = await makeMember(shop);
  const lost = await newOrder(buyer);
  await shop.stripe.post("/faults", { kind: "after", method: "POST", path: "/v1/payment_intents", n: 20 });
  expect((await payOrder(buyer, lost.orderId)).code).not.toBe(200);
  await shop.stripe.post("/faults/clear");
  const declined = await newOrder(buyer);
  await payOrder(buyer, declined.orderId, "pm_card_chargeDeclined");

  expect((await payOrder(buyer, lost.orderId)).info.order.state).toBe("paid");
  expect((await seenByRules(lost.orderId)).facts).toMatchObject({ declines_hour: "1" });
  expect(await booksOf(shop, lost.orderId)).toMatchObject({ captures: 1, sum: 0 });
});
