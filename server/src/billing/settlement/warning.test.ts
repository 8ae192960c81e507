import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { atBank, paymentOf, type Unlock, unlockSeries } from "#test/bank";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { booksOf } from "#test/orders";
import { orderChange } from "#test/plan-changes";
import { payOrder } from "#test/purchases";
import { refundOrder } from "./refund.ts";

let app: TestMemberships;
beforeAll(async () => {
  app = await testMemberships();
});
afterAll(() => app.close());

const operator = { by: "operator" as const, actor: commandActor(), reason: "the bank warned" };
const paidLedger = { revenue: -699, gateway_fees: 50, gateway_clearing: 649 };

const warn = (bought: Pick<Unlock, "remoteId">) =>
  atBank(app, bought.remoteId, "radar.early_fraud_warning.created", [
    `/charges/${bought.remoteId}/fraud-warning`,
  ]);
const ask = (bought: Unlock) =>
  atBank(app, bought.remoteId, "charge.dispute.created", [
    `/charges/${bought.remoteId}/dispute`,
    { inquiry: true },
  ]);
const close = (bought: Unlock, outcome: string) =>
  atBank(app, bought.remoteId, "charge.dispute.closed", [`/disputes/${bought.remoteId}/close`, { outcome }]);

test("case 55: after a bank's inquiry the purchase is suspended and shown so, no money moves, and it can be refunded in full", async () => {
  const bought = await unlockSeries(app);
  await ask(bought);
  expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 0, ledger: paidLedger });
  expect([await bought.isOpen(), await bought.seen()]).toEqual([false, "disputed"]);
  const refund = await refundOrder(app.billing, bought.id, null, operator);
  expect(refund).toMatchObject({ state: "done", amount: 699 });
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
  expect(await bought.seen()).toBe("refunded");
});

const givenBack = async ({ remoteId }: Pick<Unlock, "remoteId">) =>
  ((await app.stripe.get(`/money/intents/${remoteId}`)) as { refunded: number }).refunded;

test("case 139: a bank's early warning of fraud refunds an unlock by itself, once, however often it is reported", async () => {
  const bought = await unlockSeries(app);
  await warn(bought);
  const refunded = { state: "refunded", rights: 0, refunded: 699 };
  expect(await booksOf(app, bought)).toMatchObject(refunded);
  expect([await bought.isOpen(), await bought.seen()]).toEqual([false, "refunded"]);
  await warn(bought);
  await app.work();
  expect(await booksOf(app, bought)).toMatchObject(refunded);
  expect(await givenBack(bought)).toBe(699);
  const { rows } = await app.database.pool.query(
    "select initiated_by, reason, state from refund where order_id = $1",
    [bought.id],
  );
  expect(rows).toEqual([{ initiated_by: "system", reason: "fraud_warning", state: "done" }]);
});

test("case 139: a refund whose process ended before it reached the gateway is made by the next one, once", async () => {
  const bought = await unlockSeries(app);
  await app.stripe.post("/faults", { kind: "before", method: "POST", path: "/v1/refunds", n: 1 });
  await warn(bought);
  expect(await bought.isOpen()).toBe(false);
  await app.advance(90);
  await app.work();
  expect(await givenBack(bought)).toBe(699);
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", refunded: 699 });
});

test("case 139: a warning refunds a first payment by itself, but not one whose unused time a change of plan has credited", async () => {
  const first = await app.subscribe(30);
  const remoteId = await paymentOf(app, first.orderId);
  await warn({ remoteId });
  expect(await givenBack({ remoteId })).toBe(1999);
  const changed = await app.subscribe(30);
  const credited = { remoteId: await paymentOf(app, changed.orderId) };
  const { info } = await orderChange(changed, "days-365");
  await payOrder(changed, info.order.id);
  expect(await app.seen(changed)).toMatchObject({ plan: { id: "days-365" } });
  await warn(credited);
  expect(await givenBack(credited)).toBe(0);
  expect(await app.seen(changed)).toMatchObject({ state: "active", cancelAtPeriodEnd: true });
});

test("case 55: a partial refund after a warning does not restore access", async () => {
  const bought = await unlockSeries(app);
  await ask(bought);
  await refundOrder(app.billing, bought.id, 200, operator);
  expect(await booksOf(app, bought)).toMatchObject({ state: "partially_refunded", rights: 0, refunded: 200 });
  expect([await bought.isOpen(), await bought.seen()]).toEqual([false, "disputed"]);
});

test("case 55: an inquiry without consequences restores access", async () => {
  const bought = await unlockSeries(app);
  await ask(bought);
  await close(bought, "warning_closed");
  expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 1, ledger: paidLedger });
  expect([await bought.isOpen(), await bought.seen()]).toEqual([true, "paid"]);
});

test("case 55: a warning for a refunded purchase changes nothing", async () => {
  const bought = await unlockSeries(app);
  await refundOrder(app.billing, bought.id, null, operator);
  await warn(bought);
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0 });
});
