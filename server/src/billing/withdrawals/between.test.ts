import type { Order, Withdrawal } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approveAtPayPal, type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, plansFor } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { unaudited } from "#test/unaudited";
import { day, later } from "../subscriptions/period.ts";

let mailbox: TestSandbox;
let shop: TestMemberships;
beforeAll(async () => {
  mailbox = await testSandbox();
  // What 30 days cost in forints goes back without an operator.
  shop = await testMemberships(mailbox, { REFUND_SELF_MAX: "10000.00" });
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});
// The buyers of earlier tests paid with the same test card, which counts withdrawals too.
beforeEach(() => shop.database.pool.query("update instrument set fingerprint = null"));

const withdraw = (member: MadeMember, orderId: string) =>
  member.call<{ withdrawal: Withdrawal; order: Order }>("POST", "/api/payment/withdraw", {
    orderId,
    step: "confirm",
  });

async function refundsOf(orderId: string): Promise<{ amount: number; state: string }[]> {
  const { rows } = await shop.database.pool.query(
    "select amount::int, state from refund where order_id = $1 order by id",
    [orderId],
  );
  return rows;
}

/** Says that something was watched under an order. */
const use = (orderId: string) =>
  unaudited(shop.database.pool).query(
    "update entitlement set first_used_at = valid_from where source_id = $1",
    [orderId],
  );

/** Creates a member who pays 30 days in forints through PayPal, which takes none of their hundredths. */
async function payInForints(): Promise<Subscriber> {
  const now = shop.clock.now();
  await unaudited(shop.database.pool).query(
    `insert into plan_price (id, plan_id, currency, amount, active_from)
    values ('price-huf', 'days-30', 'HUF', 749000, $1) on conflict do nothing`,
    [now],
  );
  const member = await makeMember(shop);
  const { plans } = await plansFor(member);
  const plan = plans.findIndex(({ id }) => id === "days-30");
  const { info } = await orderOf(member, { plan, method: "paypal", currency: "HUF" });
  expect(info.order.total).toMatchObject({ amount: 749_000, currency: "HUF" });
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  await shop.work();
  const { rows } = await shop.database.pool.query("select id from subscription where visitor_id = $1", [
    member.id,
  ]);
  return Object.assign(member, { orderId: info.order.id, subscriptionId: rows[0].id, card: "" });
}

test("case 135, case 57: the days ahead of a watched membership go back in whole forints, which is all that PayPal takes", async () => {
  const member = await payInForints();
  await use(member.orderId);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_start, 5 * day + 3_600_000));
  const { code, info } = await withdraw(member, member.orderId);
  expect(code).toBe(200);
  expect(info.withdrawal).toMatchObject({ outcome: "part", amount: { currency: "HUF" } });
  const { amount } = info.withdrawal.amount;
  expect(amount % 100).toBe(0);
  expect(amount).toBe(Math.floor((7490 * (25 * 24 - 1)) / (30 * 24)) * 100);
  expect(await refundsOf(member.orderId)).toEqual([{ amount, state: "done" }]);
});
