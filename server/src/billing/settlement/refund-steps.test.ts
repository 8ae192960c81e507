import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { newId } from "#platform/ids";
import { type Unlock, unlockSeries } from "#test/bank";
import { makeSeries } from "#test/factories";
import { approveAtPayPal } from "#test/memberships";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { orderOf } from "#test/purchases";
import { actingOn, unaudited } from "#test/unaudited";
import { changeUnlockPrices } from "../sales/change.ts";
import { parsePrices } from "../sales/parse-price.ts";
import { RefundError, refundOrder } from "./refund.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
  await changeUnlockPrices(actingOn(app), parsePrices(["HUF=2490"]));
});
afterAll(() => app.close());

const operator = { by: "operator" as const, actor: commandActor(), reason: "asked for it" };

/** Returns an order that was paid in forints through PayPal. */
async function paidInForints(): Promise<string> {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 2 });
  const { info } = await orderOf(member, { seriesId: series.id, method: "paypal", currency: "HUF" });
  expect(info.order.total).toMatchObject({ amount: 249_000, currency: "HUF" });
  await approveAtPayPal(app, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  return info.order.id;
}

async function refundsOf(orderId: string): Promise<{ amount: number; state: string }[]> {
  const { rows } = await app.database.pool.query(
    "select amount::int, state from refund where order_id = $1 order by id",
    [orderId],
  );
  return rows;
}

test("case 53, case 57: a part that PayPal cannot give back is refused before anything is stored; whole forints go back", async () => {
  const orderId = await paidInForints();
  const refused = refundOrder(app.billing, orderId, 12_345, operator);
  await expect(refused).rejects.toThrow(RefundError);
  await expect(refused).rejects.toThrow("PayPal gives HUF back in steps of 1.00 only.");
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await refundOrder(app.billing, orderId, 12_300, operator)).toMatchObject({ state: "done" });
  expect(await refundOrder(app.billing, orderId, null, operator)).toMatchObject({ state: "done" });
});

test("case 54: a stored refund that its gateway cannot express keeps no other refund waiting", async () => {
  const orderId = await paidInForints();
  const now = app.clock.now();
  // As a release before stored it.
  await unaudited(app.database.pool).query(
    `insert into refund (id, capture_id, order_id, gateway, currency, amount, state, initiated_by, next_inspect_at, inspections,
      created_at, updated_at)
    select $2, capture.id, payment.order_id, 'paypal', 'HUF', 12345, 'pending', 'member', $3, 0, $3, $3
    from capture join payment on payment.id = payment_id where order_id = $1`,
    [orderId, newId(now), now],
  );
  const other: Unlock = await unlockSeries(app);
  const away = { ...app.billing, gateways: new Map() };
  await refundOrder(away, other.id, null, operator);
  await app.work();
  expect(await refundsOf(other.id)).toEqual([{ amount: 699, state: "done" }]);
  expect(await refundsOf(orderId)).toEqual([{ amount: 12_345, state: "pending" }]);
});
