import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type MadeOperator, makeOperator } from "#test/console";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import { payOrder } from "#test/purchases";
import { later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

/** Returns what the dialog says of a refund. */
async function sentences(finance: MadeOperator, orderId: string, amount: number): Promise<string> {
  const requestKey = newId(shop.clock.now()).toUpperCase();
  const asked = { requestKey, reason: "promise", orderId, amount, dryRun: true };
  const { info } = await finance.call("POST", "/orders/refund", asked);
  return info.effect.sentences.map(({ text }: { text: string }) => text).join("; ");
}

test("C35: a refund of a change of plan says that the change is undone only while its period is the present one", async () => {
  const member = await shop.subscribe(7);
  const { info } = await orderChange(member, "days-30");
  const { id, total } = info.order;
  await payOrder(member, id);
  const before = await makeOperator(shop, "finance");
  expect(await sentences(before, id, total.amount)).toMatch(/The change of plan is undone/);
  expect(await sentences(before, id, total.amount - 1)).toMatch(/The new plan stays/);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  const after = await makeOperator(shop, "finance");
  expect(await sentences(after, id, total.amount)).toMatch(/the present membership is not touched/);
  expect(await sentences(after, id, total.amount - 1)).toMatch(/No access changes/);
});
