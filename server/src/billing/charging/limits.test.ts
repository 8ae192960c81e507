import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { payThroughBank } from "#test/memberships";
import { makeMember } from "#test/people";
import { booksOf, makeBuyer, orderOf, payOrder, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("case 61: starting and abandoning the bank's authentication cannot be used to test cards", async () => {
  const buyer = await makeBuyer(shop);
  const cards = ["pm_card_threeDSecure2Required", "pm_card_authenticationRequired"];
  const statuses = [];
  for (let n = 0; n < 42; n++) statuses.push((await payOrder(buyer, buyer.orderId, cards[n % 2])).status);
  expect(statuses.indexOf(429)).toBe(40);
  expect(statuses.at(-1)).toBe(429);
  await shop.advance(3600);
  const again = await orderOf(buyer);
  expect((await payOrder(buyer, again.info.order.id)).info.order.state).toBe("paid");
  expect(await booksOf(shop, again.info.order.id)).toMatchObject({ captures: 1, sum: 0 });
});

test("case 61: requesting the same order repeatedly does not call the gateway as often", async () => {
  const buyer = await makeBuyer(shop, { clientToken: "one-token-of-a-page" });
  const statuses = [];
  for (let n = 0; n < 60; n++)
    statuses.push((await orderOf(buyer, { clientToken: "one-token-of-a-page" })).status);
  expect(statuses.indexOf(429)).toBe(59);
});

test("case 61: cards tried concurrently on many orders are declined ten times, not more", async () => {
  const buyer = await makeMember(shop);
  const orders = [];
  for (let n = 0; n < 9; n++) {
    const { id } = await makeSeries(shop);
    orders.push((await orderOf(buyer, { seriesId: id })).info.order.id);
  }
  const statuses = [];
  for (let round = 0; round < 2; round++) {
    const answers = orders.map((order) => payThroughBank(shop.stand, buyer, order, "pm_card_chargeDeclined"));
    for (const { status } of await Promise.all(answers)) statuses.push(status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
});
