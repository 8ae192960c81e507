import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { atBank, paymentOf } from "#test/bank";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { later } from "./period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

const cancel = (body: object = {}) => member.call("POST", "/api/payment/cancel", body);

async function bank(type: string, call: (remoteId: string) => [path: string, body?: object]): Promise<void> {
  const remoteId = await paymentOf(shop, member.orderId);
  await atBank(shop, remoteId, type, call(remoteId));
}

const dispute = () => bank("charge.dispute.created", (id) => [`/charges/${id}/dispute`]);
const warn = () => bank("radar.early_fraud_warning.created", (id) => [`/charges/${id}/fraud-warning`]);
const close = (outcome: "won" | "lost") =>
  bank("charge.dispute.closed", (id) => [`/disputes/${id}/close`, { outcome }]);

test.each([
  ["a dispute", dispute],
  ["a bank's early warning", warn],
])(
  "case 55, case 48: while %s is open nothing is charged, and the renewal cannot be resumed",
  async (_, comes) => {
    await comes();
    const stopped = { cancelAtPeriodEnd: true, nextCharge: null };
    expect(await shop.seen(member)).toMatchObject(stopped);
    expect(await cancel({ undo: true })).toMatchObject({
      code: 500,
      reason: "payment_disputed",
      message: expect.stringMatching(/your bank/i),
    });
    expect(await shop.seen(member)).toMatchObject(stopped);
    await shop.at(end);
    expect((await shop.seen(member)).state).toBe("cancelled");
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  },
);

test("case 55, case 48: cancelled before the dispute came, the membership cannot be resumed while it lasts either", async () => {
  await cancel();
  await dispute();
  expect(await cancel({ undo: true })).toMatchObject({ reason: "payment_disputed" });
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
});

test("case 55, case 48: once the dispute is won, the membership may be resumed, and renews", async () => {
  await dispute();
  await close("won");
  expect(await shop.watches(member)).toBe(true);
  const { info } = await cancel({ undo: true });
  expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1999 } });
  await shop.at(later(end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 55: a lost dispute ends the membership, which cannot be resumed", async () => {
  await dispute();
  await close("lost");
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await cancel({ undo: true })).toMatchObject({ reason: "subscription_ended" });
});
