import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { makeSeries } from "#test/factories";
import { crashBefore } from "#test/faults";
import { makeMember } from "#test/people";
import {
  booksOf,
  chargesOf,
  makeBuyer,
  orderOf,
  payOrder,
  plansFor,
  type TestShop,
  testShop,
} from "#test/purchases";
import { inspectPayment } from "./inspect.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("R77: a series that was removed from the site after it was ordered can no longer be paid", async () => {
  const series = await makeSeries(shop, { episodes: 4, free: 1 });
  const buyer = await makeBuyer(shop, { seriesId: series.id });
  const { db } = shop.database;
  await asSystem(db, "restore", (trx) =>
    sql`update series set published_at = null where id = ${series.id}`.execute(trx),
  );
  expect(await payOrder(buyer, buyer.orderId)).toMatchObject({ code: 500, reason: "order_gone" });
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "cancelled", captures: 0, entitlements: 0 });
  expect(await chargesOf(shop, books)).toEqual({ charges: 0, charged: 0 });
});

test("case 6: a price change does not affect an open order, and a plan no longer sold is delivered as agreed", async () => {
  const [unlock, member] = [await makeBuyer(shop, { seriesId: shop.series.id }), await makeMember(shop)];
  const { info } = await orderOf(member, { plan: 0 });
  const { db } = shop.database;
  await asSystem(db, "restore", (trx) =>
    sql`update unlock_price set active_to = now() where currency = 'USD'`.execute(trx),
  );
  await asSystem(db, "restore", (trx) =>
    sql`update plan set active = false where id = ${info.order.planId}`.execute(trx),
  );
  expect(await payOrder(unlock, unlock.orderId)).toMatchObject({ info: { order: { state: "paid" } } });
  expect(await payOrder(member, info.order.id)).toMatchObject({ info: { order: { state: "paid" } } });
});

test("case 39: a late payment for a plan that is no longer sold is refunded automatically", async () => {
  const { plans } = await plansFor(await makeMember(shop));
  const buyer = await makeBuyer(shop, { plan: 0 });
  const { db } = shop.database;
  const whole = shop.billing.db;
  shop.billing.db = crashBefore(whole, "settled", () => {
    throw new Error("The process ends here");
  });
  expect((await payOrder(buyer, buyer.orderId)).code).toBe(500);
  shop.billing.db = whole;
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await sql`update payment set state = 'open', next_inspect_at = null where order_id = ${buyer.orderId}`.execute(
    db,
  );
  await sql`update purchase_order set state = 'expired' where id = ${buyer.orderId}`.execute(db);
  await asSystem(db, "restore", (trx) =>
    sql`update plan set active = false where id = ${plans[0]?.id}`.execute(trx),
  );
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  await shop.work();
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "refunded", entitlements: 0, sum: 0 });
});
