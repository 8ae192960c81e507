import type { Order } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf } from "#test/orders";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { RefundError, refundOrder } from "../refunds/refund.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app.close());

const operator = { by: "operator" as const, reason: "the bank warned" };
const paidLedger = { revenue: -699, gateway_fees: 50, gateway_clearing: 649 };

interface Bought {
  member: MadeMember;
  id: string;
  remoteId: string;
  episodeId: string;
}

async function buy(): Promise<Bought> {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 3 });
  const { info } = await orderOf(member, { seriesId: series.id });
  await payOrder(member, info.order.id);
  const { rows } = await app.database.pool.query("select remote_id from payment where order_id = $1", [
    info.order.id,
  ]);
  return { member, id: info.order.id, remoteId: rows[0].remote_id, episodeId: series.episodes[2]?.id ?? "" };
}

const isOpen = async ({ member, episodeId }: Bought) =>
  (await member.call("GET", `/api/video/episode?id=${episodeId}`)).code === 200;
const seen = async ({ member, id }: Bought) =>
  (await member.call<Order>("GET", `/api/payment?orderId=${id}`)).info.state;

/** Something happens at the bank; the webhook that tells of it is followed. */
async function bank({ remoteId }: Bought, type: string, path: string, body?: object): Promise<void> {
  await app.stripe.post(path, body);
  const told = async () => {
    const { rows } = await app.database.pool.query(
      "select type from webhook_inbox where subject::text like '%' || $1 || '%'",
      [remoteId],
    );
    return rows.map((row) => row.type);
  };
  await expect.poll(told).toContain(type);
  await app.work();
}

const warn = (bought: Bought) =>
  bank(bought, "radar.early_fraud_warning.created", `/charges/${bought.remoteId}/fraud-warning`);
const dispute = (bought: Bought, how = {}) =>
  bank(bought, "charge.dispute.created", `/charges/${bought.remoteId}/dispute`, how);
const ask = (bought: Bought) => dispute(bought, { inquiry: true });
const close = (bought: Bought, outcome: string) =>
  bank(bought, "charge.dispute.closed", `/disputes/${bought.remoteId}/close`, { outcome });

test.each([
  ["early warning of fraud", warn],
  ["inquiry", ask],
])(
  "case 55: after a bank's %s what was bought rests and says so, no money moves, and it can be given back whole",
  async (_, comes) => {
    const bought = await buy();
    await comes(bought);
    expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 0, ledger: paidLedger });
    expect([await isOpen(bought), await seen(bought)]).toEqual([false, "disputed"]);
    const refund = await refundOrder(app.billing, bought.id, null, operator);
    expect(refund).toMatchObject({ state: "done", amount: 699 });
    expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
    expect(await seen(bought)).toBe("refunded");
  },
);

test("case 55: a part that is given back after a warning opens nothing", async () => {
  const bought = await buy();
  await warn(bought);
  await refundOrder(app.billing, bought.id, 200, operator);
  expect(await booksOf(app, bought)).toMatchObject({ state: "partially_refunded", rights: 0, refunded: 200 });
  expect([await isOpen(bought), await seen(bought)]).toEqual([false, "disputed"]);
});

test("case 55: a warning that becomes a dispute forbids giving back, and what is won is open again", async () => {
  const bought = await buy();
  await warn(bought);
  await dispute(bought);
  expect(await booksOf(app, bought)).toMatchObject({ state: "disputed", rights: 0 });
  await expect(refundOrder(app.billing, bought.id, null, operator)).rejects.toThrow(RefundError);
  await close(bought, "won");
  expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 1, ledger: paidLedger });
  expect([await isOpen(bought), await seen(bought)]).toEqual([true, "paid"]);
});

test("case 55: an inquiry that comes to nothing opens what was bought again", async () => {
  const bought = await buy();
  await ask(bought);
  await close(bought, "warning_closed");
  expect(await booksOf(app, bought)).toMatchObject({ state: "paid", rights: 1, ledger: paidLedger });
  expect([await isOpen(bought), await seen(bought)]).toEqual([true, "paid"]);
});

test("case 55: a warning for what was given back already changes nothing", async () => {
  const bought = await buy();
  await refundOrder(app.billing, bought.id, null, operator);
  await warn(bought);
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0 });
});
