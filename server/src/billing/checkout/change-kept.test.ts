import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { approveAtPayPal, type TestMemberships, testMemberships } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import { orderOf, plansFor } from "#test/purchases";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

test("case 106, case 111: a PayPal account that was kept for unlocks pays no change of plan, whose membership it would renew", async () => {
  const member = await shop.subscribe(30);
  const { instrument_id: card } = await shop.stored(member.subscriptionId);
  const { consent } = await plansFor(member);
  const { info } = await orderOf(member, {
    seriesId: (await makeSeries(shop, { free: 1, episodes: 2 })).id,
    method: "paypal",
    keep: true,
    keepVersion: consent.keep.version,
  });
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  await expect.poll(() => shop.work().then(async () => (await plansFor(member)).saved)).toHaveLength(2);
  const kept = (await plansFor(member)).saved.find(({ type }) => type === "paypal");
  expect(kept).toMatchObject({ usage: "on_session" });
  expect(await orderChange(member, "days-365", { method: "saved", instrumentId: kept?.id })).toMatchObject({
    code: 500,
    reason: "method_unavailable",
  });
  expect((await shop.stored(member.subscriptionId)).instrument_id).toBe(card);
  const byCard = { method: "saved", instrumentId: card };
  expect((await orderChange(member, "days-365", byCard)).info.next).toEqual({ type: "none" });
});
