import { afterAll, beforeAll, expect, test } from "vitest";
import { booksOf, chargesOf, makeBuyer, payOrder, seeOrder, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("R48, R76: a series is ordered, paid by card and unlocked from then on; the ledger holds the sale once", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const paid = await payOrder(buyer, buyer.orderId);
  expect(paid).toMatchObject({ code: 200, info: { order: { state: "paid", kind: "unlock" }, next: null } });
  const order = await seeOrder(buyer, buyer.orderId);
  expect(order).toMatchObject({
    paidWith: { type: "card", brand: "visa", last4: "4242" },
    renewalMode: null,
  });
  expect(order.receiptUrl).toContain(order.id);
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  expect(books.accounts).toMatchObject({ revenue: -order.total.amount });
  expect(await chargesOf(shop, books)).toEqual({ charges: 1, charged: order.total.amount });
});

test("R77: a membership is ordered and paid, renews automatically, and is recognised over its period", async () => {
  const buyer = await makeBuyer(shop, { plan: 1 });
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  const { info } = await buyer.call<{ subscription: { state: string; renewalMode: string } }>(
    "GET",
    "/api/payment",
  );
  expect(info.subscription).toMatchObject({ state: "active", renewalMode: "auto" });
  const books = await booksOf(shop, buyer.orderId);
  const { total } = await seeOrder(buyer, buyer.orderId);
  expect(books).toMatchObject({ captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  expect(books.accounts).toMatchObject({ deferred_revenue: -total.amount });
});
