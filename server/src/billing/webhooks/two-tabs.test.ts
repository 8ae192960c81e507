import type { PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { opens, orderOf, seeOrder } from "#test/purchases";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app.close());

const remoteIdOf = (url = "") => new URL(url, "https://shop.example").searchParams.get("token") ?? "";

/** Approves an order at PayPal and follows the return to us; returns where that leads. */
async function approve(remoteId: string): Promise<string> {
  const { url } = (await app.paypal.post("/approve", { orderId: remoteId, buyer: "funded" })) as {
    url: string;
  };
  return (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
}

test("case 2, case 104: of two tabs that differ in the box to keep the account, the older one leads to the approval of the newer", async () => {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 2 });
  const { consent } = (await member.call<PlanList>("GET", "/api/plan")).info;
  const first = await orderOf(member, { seriesId: series.id, method: "paypal" });
  const kept = { keep: true, keepVersion: consent.keep.version };
  const second = await orderOf(member, { seriesId: series.id, method: "paypal", ...kept });
  const { id } = first.info.order;
  expect(second.info.order.id).toBe(id);
  const [older, newer] = [first, second].map(({ info }) => remoteIdOf(info.next?.url));
  expect(older).not.toBe(newer);
  // Nothing is charged by what was replaced, and its buyer is not left with an order that waits.
  expect(remoteIdOf(await approve(older ?? ""))).toBe(newer);
  expect(await seeOrder(member, id)).toMatchObject({ state: "pending" });
  expect(await approve(newer ?? "")).toContain("/order/result");
  expect(await seeOrder(member, id)).toMatchObject({ state: "paid" });
  expect(await opens(member, series.id)).toBe(true);
  const { captures } = (await app.paypal.get("/money")) as { captures: unknown[] };
  expect(captures).toHaveLength(1);
});
