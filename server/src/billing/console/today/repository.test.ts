import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { booksOf, makeBuyer, payOrder, type TestShop, testShop } from "#test/purchases";
import { unaudited } from "#test/unaudited";
import { listPlanNet } from "../../records/members/repository.ts";
import { settleDispute } from "../../settlement/dispute.ts";
import { listSalesOf, listSeriesSales } from "./repository.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const since = () => new Date(shop.clock.now().getTime() - 86_400_000);

/** Adds an accidental second payment to an order, which went back. */
async function payTwice(orderId: string): Promise<void> {
  const pool = unaudited(shop.database.pool);
  const second = JSON.stringify({ gateway: "paypal", remote_id: `second-${orderId}`, unwanted: true });
  await pool.query(
    `insert into payment select (jsonb_populate_record(p, $2::jsonb || jsonb_build_object('id', 'p' || p.id))).*
    from payment p where order_id = $1`,
    [orderId, second],
  );
  await pool.query(
    `insert into capture select (jsonb_populate_record(c, jsonb_build_object('id', 'c' || c.id, 'payment_id', 'p' || payment_id,
      'gateway', 'paypal', 'refunded', c.amount))).*
    from capture c join payment on payment.id = payment_id where order_id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into refund (id, capture_id, order_id, gateway, currency, amount, state, initiated_by, created_at, updated_at)
    select 'r' || c.id, c.id, $1, 'paypal', c.currency, c.amount, 'done', 'system', $2, $2
    from capture c join payment on payment.id = payment_id where order_id = $1 and unwanted`,
    [orderId, shop.clock.now()],
  );
}

async function lose(orderId: string): Promise<void> {
  const { payments } = await booksOf(shop, orderId);
  const dispute = { remoteId: `dp_${orderId}`, amount: 699, currency: "USD", movements: [] };
  for (const state of ["opened", "lost"] as const)
    await settleDispute(shop.billing, "stripe", payments[0]?.remote_id ?? "", { ...dispute, state });
}

test("case 53, case 55: a second payment that went back takes nothing off what a series sold, and a lost dispute all", async () => {
  const { db } = shop.database;
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const net = async () => [
    (await listSalesOf(db, [series.id], since())).map((row) => Number(row.net)),
    (await listSeriesSales(db, since()))
      .filter(({ series_id: id }) => id === series.id)
      .map((row) => Number(row.net)),
  ];
  const buyer = await makeBuyer(shop, { seriesId: series.id });
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  await payTwice(buyer.orderId);
  expect(await net()).toEqual([[699], [699]]);
  await lose(buyer.orderId);
  expect(await net()).toEqual([[0], [0]]);
});

test("case 53, case 55: the same for what a plan brought", async () => {
  const buyer = await makeBuyer(shop);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  const net = async () => (await listPlanNet(shop.database.db, since())).map((row) => Number(row.net));
  const [paid] = await net();
  expect(paid).toBeGreaterThan(0);
  await payTwice(buyer.orderId);
  expect(await net()).toEqual([paid]);
  await lose(buyer.orderId);
  expect(await net()).toEqual([0]);
});
