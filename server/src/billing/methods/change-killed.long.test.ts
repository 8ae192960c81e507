import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MethodChange } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChargeTask } from "#test/charge-process";
import type { CrashPoint } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import type { RenewalTask } from "#test/renewal-process";
import { walletToken } from "#test/wallet";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { later } from "../subscriptions/period.ts";

const program = fileURLToPath(import.meta.resolve("#test/renewal-process"));
const chargeProgram = fileURLToPath(import.meta.resolve("#test/charge-process"));
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
    runs: [{ now: shop.clock.now().toISOString(), killAt, tasks: ["setups"] }],
  };
  await run(program, task);
}

/** Runs a program that ends itself with SIGKILL. */
async function run(file: string, task: RenewalTask | ChargeTask): Promise<void> {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: "inherit" });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The process was not killed, it ended with ${code}`);
}

/** Lets the renewals of members who subscribed at the same time be declined by their cards. */
async function becomeOverdue(...members: Subscriber[]): Promise<void> {
  for (const { card } of members)
    await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: card, offSession: true });
  const { period_end: end } = await shop.stored(members.at(-1)?.subscriptionId ?? "");
  await shop.at(later(end, -4 * minute));
  await shop.at(end);
  for (const member of members) expect((await shop.seen(member)).state).toBe("past_due");
}

async function recover(): Promise<void> {
  for (const seconds of [6, 20, 70, 180, 400]) {
    await shop.advance(seconds);
    await shop.work();
  }
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
    await recover();
    expect(await shop.seen(member)).toMatchObject({ state: "active", method: { type: "paypal" } });
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    expect(await shop.billing.gateways.get("stripe")?.fetchInstrument(member.card)).toBe(null);
  },
  timeLimit(60),
);

/**
 * The moments of a change by a wallet and of the charge that follows, each of which a process does not survive. The overdue
 * order has its payment object since the former card was tried.
 */
const walletSteps = [
  "confirming",
  "confirmed",
  "replacing",
  "replaced",
  "begun",
  "charging",
  "charged",
  "settling",
  "settled",
] as const satisfies CrashPoint[];

test(
  "case 108: a change by a wallet whose process is killed at any step is found by itself: replaced once, charged once, the old card deleted",
  async () => {
    const members: Subscriber[] = [];
    for (const _step of walletSteps) members.push(await shop.subscribe(30));
    await becomeOverdue(...members);
    const charges: ChargeTask["charges"] = [];
    for (const [at, member] of members.entries()) {
      const { cookie, token } = member;
      const { info } = await member.call<MethodChange>("POST", "/api/payment/method", { method: "wallet" });
      const paymentMethod = await walletToken(shop, { mode: "setup", currency: "usd", usage: "off_session" });
      const killAt = walletSteps[at] ?? "begun";
      charges.push({ buyer: { cookie, token }, of: { setupId: info.setupId }, paymentMethod, killAt });
    }
    const { secretKey, publishableKey, apiUrl, scriptUrl } = shop.gateways.stripe;
    await run(chargeProgram, {
      databaseUrl: shop.database.url,
      dataDir: shop.dataDir,
      stripe: { secretKey, publishableKey, apiUrl: apiUrl?.href ?? "", scriptUrl },
      now: shop.clock.now().toISOString(),
      charges,
    });
    await recover();
    const outcomes: Record<string, unknown> = {};
    for (const [at, member] of members.entries()) {
      const { state, method } = await shop.seen(member);
      outcomes[walletSteps[at] ?? ""] = {
        state,
        method: method?.type,
        charges: await shop.charges(member.subscriptionId),
        oldCard: await shop.billing.gateways.get("stripe")?.fetchInstrument(member.card),
      };
    }
    const replaced = { state: "active", method: "wallet", charges: { 1: 1, 2: 1 }, oldCard: null };
    // Stripe never heard of the first: nothing changed, and its owner may authorise once more.
    expect(outcomes["confirming"]).toMatchObject({ state: "past_due", method: "card", charges: { 1: 1 } });
    const [first] = charges;
    const [owner] = members;
    if (!first || !owner || !("setupId" in first.of)) throw new Error("There is no first change");
    const { info: again } = await owner.call<MethodChange>("POST", "/api/payment/method", {
      ...first.of,
      confirmationToken: await walletToken(shop, { mode: "setup", currency: "usd", usage: "off_session" }),
    });
    expect(again.state).toBe("succeeded");
    expect(await shop.charges(owner.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    for (const step of walletSteps.slice(1)) expect([step, outcomes[step]]).toEqual([step, replaced]);
  },
  timeLimit(120),
);
