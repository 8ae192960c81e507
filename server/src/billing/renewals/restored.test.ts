import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { silentLog } from "#test/silent-log";
import { billingTasks } from "../open.ts";
import { findRefund } from "../records/refunds/repository.ts";
import { holdAfterRestore, resumeAfterRestore } from "../records/restored/repository.ts";
import { refundOrder } from "../settlement/refund.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop?.close());

/** Runs all due tasks of billing as the poller does, until none has work. */
async function runDue(): Promise<void> {
  const { database, clock } = shop;
  const context = { db: database.db, clock, log: silentLog, signal: new AbortController().signal };
  let count: number;
  do {
    count = 0;
    for (const task of billingTasks(shop.billing)) count += await task.run(context);
  } while (count > 0);
}

test("O8: after a restore no membership renews until the gateways' events are settled, its member keeps access, and then it renews once", async () => {
  const { db } = shop.database;
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -day));
  await holdAfterRestore(db, shop.clock.now());
  // The events of one gateway cannot be read for longer than the grace period.
  const path = "/v1/notifications/webhooks-events";
  await shop.paypal.post("/faults", { kind: "500", method: "GET", path, n: 1_000 });
  for (let passed = 0; passed < 9; passed++) {
    await shop.advance(86_400);
    await runDue();
    expect(await shop.watches(member)).toBe(true);
  }
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  await shop.paypal.post("/faults/clear");
  await shop.advance(600);
  await runDue();
  expect(await resumeAfterRestore(db)).toBe(false);
  for (let round = 0; round < 2; round++) {
    await shop.advance(60);
    await runDue();
  }
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("O8: an operator who compared with the gateways ends the wait at once", async () => {
  const { db } = shop.database;
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -day));
  await holdAfterRestore(db, new Date(0));
  await shop.advance(86_400 + 60);
  await runDue();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  expect(await resumeAfterRestore(db)).toBe(true);
  expect(await resumeAfterRestore(db)).toBe(false);
  await shop.advance(60);
  await runDue();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("O8: while a restore is held, a refund is recorded and leaves only afterwards, once", async () => {
  const { db } = shop.database;
  const member = await shop.subscribe(30);
  await holdAfterRestore(db, new Date(0));
  const row = await refundOrder(shop.billing, member.orderId, null, {
    by: "operator",
    actor: commandActor(),
    reason: "asked",
  });
  expect(row).toMatchObject({ state: "pending", remote_id: null });
  await shop.advance(3_600);
  await runDue();
  const refunds = async () => ((await shop.stripe.get("/money")) as { refunds: unknown[] }).refunds.length;
  const before = await refunds();
  await resumeAfterRestore(db);
  await shop.advance(7_200);
  await runDue();
  expect(await refunds()).toBe(before + 1);
  expect((await findRefund(db, row.id))?.state).toBe("done");
});
