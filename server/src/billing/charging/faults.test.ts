import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { injectFaults } from "#test/faults";
import { booksOf, chargesOf, makeBuyer, payOrder, seeOrder, type TestShop, testShop } from "#test/purchases";
import { timeLimit } from "../../../../tools/time-limit.ts";

type Buyer = Awaited<ReturnType<typeof makeBuyer>>;

let shop: TestShop;
/** A shop whose gateway hangs for twenty seconds, from the start of the file: the other tests run meanwhile. */
let hangingShop: TestShop;
let hangingBuyer: Buyer;
let hanging: Promise<PromiseSettledResult<Awaited<ReturnType<typeof payWhileHanging>>>[]>;
beforeAll(async () => {
  shop = await testShop();
  hangingShop = await testShop();
  hangingBuyer = await makeBuyer(hangingShop, { seriesId: hangingShop.series.id });
  hanging = Promise.allSettled([payWhileHanging(hangingShop, hangingBuyer)]);
});
afterEach(() => shop.stand.delete("/faults"));
afterAll(async () => {
  await hanging;
  await hangingShop.close();
  await shop.close();
});

const fault = (kind: string, path: string, more: object = {}, { stand }: TestShop = shop) =>
  stand.post("/faults", { kind, method: "POST", path, n: 1, ...more });
/** Runs an action before or after the first charge; returns a function that ends this. */
const atCharge = (when: "before" | "after", act: () => Promise<unknown>) =>
  injectFaults(shop.billing, "stripe", [{ call: "charge", n: 1, when, act }]);
const create = "/v1/payment_intents";
const confirm = "/v1/payment_intents/*/confirm";
const creations = (orderId: string, { stand }: TestShop) =>
  new Set(
    stand.calls
      .filter(({ method, path, body }) => method === "POST" && path === create && body.includes(orderId))
      .map(({ headers }) => headers["idempotency-key"]),
  );

async function expectPaidOnce(orderId: string, at = shop): Promise<void> {
  const books = await booksOf(at, orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  expect(books.payments).toHaveLength(1);
  expect(await chargesOf(at, books)).toMatchObject({ charges: 1 });
  expect(creations(orderId, at).size).toBe(1);
}

/** Pays an order whose charge hangs, and returns the answer and its time. */
async function payWhileHanging(at: TestShop, buyer: Buyer) {
  await fault("hang", confirm, { seconds: 25 }, at);
  const known = at.stand.calls.length;
  const begun = performance.now();
  const answer = payOrder(buyer, buyer.orderId);
  // Our call is given up after 18 s; the question that follows hangs, too.
  await expect
    .poll(() => at.stand.calls.slice(known).some(({ path }) => path.endsWith("/confirm")))
    .toBe(true);
  await fault("hang", "/v1/payment_intents/*", { method: "GET", seconds: 25 }, at);
  return { ...(await answer), afterMs: performance.now() - begun };
}

test("case 14, R48: a charge whose answer was lost is found and paid once", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await fault("after", confirm);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  await expectPaidOnce(buyer.orderId);
});

test("case 14, R48: a lost charge is in doubt while the gateway is down and has forgotten its keys, and is paid once after an inspection", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const restore = atCharge("before", async () => {
    await fault("after", confirm, { n: 9 });
    await shop.stand.post("/faults", { kind: "500", method: "GET", path: "/v1/payment_intents/*", n: 40 });
  });
  try {
    const answer = await payOrder(buyer, buyer.orderId);
    expect(answer).toMatchObject({ code: 200, info: { order: { state: "processing" }, next: null } });
  } finally {
    restore();
  }
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([{ state: "in_doubt" }]);
  expect((await payOrder(buyer, buyer.orderId, "pm_card_mastercard")).info.order.state).toBe("processing");
  await shop.stand.delete("/faults");
  await shop.stand.post("/idempotency/prune");
  await shop.advance(6);
  await shop.work();
  await expectPaidOnce(buyer.orderId);
});

test("case 15: a call that the gateway answers with busy, locked or an early failure is repeated", async () => {
  for (const path of [create, confirm])
    for (const kind of ["500", "429", "409", "before", "close"]) {
      const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
      await fault(kind, path);
      const { info } = await payOrder(buyer, buyer.orderId);
      expect([path, kind, info?.order.state]).toEqual([path, kind, "paid"]);
      await expectPaidOnce(buyer.orderId);
    }
});

test("case 16: an empty, truncated or meaningless answer is not a decline: the payment is fetched, and paid once", async () => {
  for (const path of [create, confirm])
    for (const kind of ["empty", "truncate"]) {
      const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
      await fault(kind, path);
      const { info } = await payOrder(buyer, buyer.orderId);
      expect([path, kind, info?.order.state]).toEqual([path, kind, "paid"]);
      await expectPaidOnce(buyer.orderId);
    }
});

test("case 17: while the gateway is down nothing is lost and no wrong state is shown; payments work again afterwards", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await shop.stand.post("/faults", { kind: "500", path: "/v1/**", n: 10_000 });
  const answer = await payOrder(buyer, buyer.orderId);
  expect(answer).toMatchObject({ status: 200, code: 500, reason: "gateway_down" });
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("pending");
  expect(await payOrder(buyer, buyer.orderId)).toMatchObject({ code: 500, reason: "gateway_down" });
  await shop.advance(10 * 60);
  await shop.work();
  await shop.stand.delete("/faults");
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  await expectPaidOnce(buyer.orderId);
});

test("case 17: an order that is cancelled while the gateway is down closes here at once, and there once it can be reached", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(buyer, buyer.orderId, "pm_card_chargeDeclined");
  await shop.stand.post("/faults", { kind: "500", path: "/v1/**", n: 10_000 });
  const { info } = await buyer.call<{ order: { state: string } }>("POST", "/api/payment/cancel", {
    orderId: buyer.orderId,
  });
  expect(info.order.state).toBe("cancelled");
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([{ state: "declined" }]);
  await shop.stand.delete("/faults");
  await shop.advance(2 * 60);
  await shop.work();
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([{ state: "cancelled" }]);
});

test("case 32, R48: a payment that the bank decides later delivers nothing until then, and the purchase afterwards", async () => {
  const outcomes = [
    ["succeeded", { state: "paid", entitlements: 1, receipts: 1, captures: 1 }],
    ["generic_decline", { state: "failed", entitlements: 0, receipts: 0, captures: 0 }],
  ] as const;
  for (const [end, expected] of outcomes) {
    const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
    await shop.stand.post("/declines", { outcome: "processing", seconds: 7_000, end, n: 1 });
    expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("processing");
    await shop.advance(3_700);
    await shop.work();
    expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "processing", entitlements: 0 });
    await shop.advance(86_400);
    await shop.work();
    expect(await booksOf(shop, buyer.orderId)).toMatchObject({ ...expected, sum: 0 });
  }
});

test("case 18: an outcome that the database cannot store is not lost: it is stored as soon as possible", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const holder = await shop.database.pool.connect();
  const restore = atCharge("after", async () => {
    await holder.query("begin");
    await holder.query("select from purchase_order where id = $1 for update", [buyer.orderId]);
  });
  try {
    const answer = await payOrder(buyer, buyer.orderId);
    expect(answer.status).toBeGreaterThanOrEqual(500);
  } finally {
    restore();
    await holder.query("rollback");
    holder.release();
  }
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("processing");
  await shop.advance(6);
  await shop.work();
  await expectPaidOnce(buyer.orderId);
});

test("case 36: charging a charged payment is not a decline: the payment is fetched, and paid once", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const restore = atCharge("before", async () => {
    const [payment] = (await booksOf(shop, buyer.orderId)).payments;
    await shop.stand.stripe.paymentIntents.confirm(payment?.remote_id ?? "", {
      payment_method: "pm_card_visa",
    });
  });
  try {
    expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  } finally {
    restore();
  }
  await expectPaidOnce(buyer.orderId);
});

test("case 15: a charge that hangs shows as being checked after twenty seconds, and continues in the background", {
  timeout: timeLimit(60),
}, async () => {
  const [paid] = await hanging;
  if (paid?.status !== "fulfilled") throw paid?.reason;
  const { code, info, afterMs } = paid.value;
  expect(afterMs).toBeLessThan(30_000);
  expect([code, info.order.state]).toEqual([200, "processing"]);
  const { orderId } = hangingBuyer;
  for (let wait = 0; wait < 40 && (await seeOrder(hangingBuyer, orderId)).state !== "paid"; wait++) {
    await hangingShop.advance(30);
    await hangingShop.work();
  }
  await expectPaidOnce(orderId, hangingShop);
});
