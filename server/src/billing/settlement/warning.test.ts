import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { atBank, type Unlock, unlockSeries } from "#test/bank";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf } from "#test/orders";
import { RefundError, refundOrder } from "./refund.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app.close());

const operator = { by: "operator" as const, actor: commandActor(), reason: "the bank warned" };
const paidLedger = { revenue: -699, gateway_fees: 50, gateway_clearing: 649 };

const warn = (bought: Unlock) =>
  atBank(app, bought.remoteId, "radar.early_fraud_warning.created", [
    `/charges/${bought.remoteId}/fraud-warning`,
  ]);
const dispute = (bought: Unlock, how = {}) =>
  atBank(app, bought.remoteId, "charge.dispute.created", [`/charges/${bought.remoteId}/dispute`, how]);
const ask = (bought: Unlock) => dispute(bought, { inquiry: true });
const close = (bought: Unlock, outcome: string) =>
  atBank(app, bought.remoteId, "charge.dispute.closed", [`/disputes/${bought.remoteId}/close`, { outcome }]);

test.each([
  ["early warning of fraud", warn],
  ["inquiry", ask],
])(
  "case 55: after a bank's %s the purchase is suspended and shown so, no money moves, and it can be refunded in full",
  async (_, comes) => {
    const bought = await unlockSeries(app);
    await comes(bought);
    expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 0, ledger: paidLedger });
    expect([await bought.isOpen(), await bought.seen()]).toEqual([false, "disputed"]);
    const refund = await refundOrder(app.billing, bought.id, null, operator);
    expect(refund).toMatchObject({ state: "done", amount: 699 });
    expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
    expect(await bought.seen()).toBe("refunded");
  },
);

test("case 55: a partial refund after a warning does not restore access", async () => {
  const bought = await unlockSeries(app);
  await warn(bought);
  await refundOrder(app.billing, bought.id, 200, operator);
  expect(await booksOf(app, bought)).toMatchObject({ state: "partially_refunded", rights: 0, refunded: 200 });
  expect([await bought.isOpen(), await bought.seen()]).toEqual([false, "disputed"]);
});

test("case 55: a warning that becomes a dispute forbids a refund, and a won dispute restores access", async () => {
  const bought = await unlockSeries(app);
  await warn(bought);
  await dispute(bought);
  expect(await booksOf(app, bought)).toMatchObject({ state: "disputed", rights: 0 });
  await expect(refundOrder(app.billing, bought.id, null, operator)).rejects.toThrow(RefundError);
  await close(bought, "won");
  expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 1, ledger: paidLedger });
  expect([await bought.isOpen(), await bought.seen()]).toEqual([true, "paid"]);
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
