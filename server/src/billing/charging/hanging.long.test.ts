import { afterAll, beforeAll, expect, test } from "vitest";
import { booksOf, makeBuyer, payOrder, seeOrder, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const fetches = async (remoteId: string) => {
  const { requests } = await shop.stand.get<{ requests: { method: string; path: string }[] }>("/requests");
  return requests.filter(({ method, path }) => method === "GET" && path.includes(remoteId)).length;
};

test("case 15: cancelling an order answers quickly although the gateway hangs; it is cancelled there afterwards", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(buyer, buyer.orderId, "pm_card_chargeDeclined");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  const remoteId = payment?.remote_id ?? "";
  const before = await fetches(remoteId);
  await shop.stand.post("/faults", { kind: "hang", path: "/v1/**", seconds: 25, n: 20 });
  const { info } = await buyer.call<{ order: { state: string } }>("POST", "/api/payment/cancel", {
    orderId: buyer.orderId,
  });
  expect(info.order.state).toBe("cancelled");
  expect((await fetches(remoteId)) - before).toBeLessThanOrEqual(1);
  await shop.stand.delete("/faults");
  await shop.advance(2 * 60);
  await shop.work();
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([{ state: "cancelled" }]);
});

test("case 15: a gateway that hangs before a charge is not called repeatedly while the customer waits", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await shop.stand.post("/faults", {
    kind: "hang",
    method: "GET",
    path: "/v1/payment_intents/*",
    seconds: 25,
    n: 1,
  });
  expect(await payOrder(buyer, buyer.orderId)).toMatchObject({ code: 500, reason: "gateway_down" });
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("pending");
  await shop.stand.delete("/faults");
  await shop.advance(60);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ captures: 1, entitlements: 1, sum: 0 });
});
