import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MethodChange } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPoint } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import type { RenewalTask } from "#test/renewal-process";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { later } from "../subscriptions/period.ts";

const program = fileURLToPath(import.meta.resolve("#test/renewal-process"));
const minute = 60_000;

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
  await shop.paypal.put("/settings", { tokenSeconds: 100_000_000 });
});
afterAll(() => shop.close());

/** Inspects the changes of method in a process that is killed at a step of the charge. */
async function crash(killAt: CrashPoint): Promise<void> {
  const { apiUrl, ...paypal } = shop.gateways.paypal;
  const task: RenewalTask = {
    databaseUrl: shop.database.url,
    dataDir: shop.dataDir,
    paypal: { ...paypal, apiUrl: apiUrl.href },
    now: shop.clock.now().toISOString(),
    killAt,
    tasks: ["setups"],
  };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: "inherit" });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The process did not die at ${killAt}, it ended with ${code}`);
}

async function becomeOverdue(member: Subscriber): Promise<void> {
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, -4 * minute));
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect((await shop.seen(member)).state).toBe("past_due");
}

test.each<CrashPoint>(["begun", "charging", "charged", "settling", "settled"])(
  "case 108: a process killed at the step %s after a change leaves a replaced method and a renewal that is charged once",
  async (step) => {
    const member = await shop.subscribe(30);
    await becomeOverdue(member);
    const { info } = await member.call<MethodChange>("POST", "/api/payment/method", { method: "paypal" });
    const url = info.next && "url" in info.next ? new URL(info.next.url) : null;
    const orderId = url?.searchParams.get("approval_session_id") ?? "";
    await shop.paypal.post("/approve", { orderId, buyer: `funded:${step}` });
    await shop.advance(70);
    await crash(step);
    for (const seconds of [6, 20, 70, 180, 400]) {
      await shop.advance(seconds);
      await shop.work();
    }
    expect(await shop.seen(member)).toMatchObject({ state: "active", method: { type: "paypal" } });
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    expect(await shop.billing.gateways.get("stripe")?.fetchInstrument(member.card)).toBe(null);
  },
  timeLimit(60),
);
