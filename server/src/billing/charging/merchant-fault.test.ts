import type { Order } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { messageOf } from "#platform/messages";
import { makeSeries } from "#test/factories";
import { approveAtPayPal, type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember } from "#test/people";
import { orderOf, payOrder, plansFor, seeOrder } from "#test/purchases";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { listOpen } from "../review/review.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const restricted = "PAYEE_ACCOUNT_RESTRICTED";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships(undefined, { METRICS_PORT: "0" });
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.paypal.post("/plans/clear");
  await shop.database.pool.query(
    "update subscription set next_action_at = null, remind_at = null where state <> 'x'",
  );
  await shop.database.pool.query(
    "update payment_attempt set closed_at = now(), closed_by = 'test', close_note = 'x' where outcome = 'merchant_fault' and closed_at is null",
  );
});

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

const refuseRenewals = (n: number, issue = restricted) =>
  shop.paypal.post("/captures/merchant-initiated/next", { issue, n });

async function endOf({ subscriptionId }: Subscriber): Promise<Date> {
  return (await shop.stored(subscriptionId)).period_end;
}

async function outcomesOf({ subscriptionId }: Subscriber): Promise<[string | null, string | null][]> {
  const { rows } = await shop.database.pool.query<{ outcome: string | null; fault: string | null }>(
    `select outcome, fault from payment_attempt a join payment p on p.id = payment_id
      join purchase_order o on o.id = order_id where subscription_id = $1 and o.kind = 'renewal' order by a.created_at, a.id`,
    [subscriptionId],
  );
  return rows.map(({ outcome, fault }) => [outcome, fault]);
}

/** Returns the merchant faults in manual review. */
async function reviewed() {
  return (await listOpen(shop.database.db)).filter(({ kind }) => kind === "merchant_fault");
}

/**
 * Lets time pass with due work done on time, and checks access each time; returns when renewals were
 * attempted.
 */
async function passTo(member: Subscriber, until: Date): Promise<Date[]> {
  const tried: Date[] = [];
  const open: boolean[] = [];
  let before = (await outcomesOf(member)).length;
  while (shop.clock.now() < until) {
    const next = (await shop.stored(member.subscriptionId)).next_action_at;
    const at = next && next < until ? next : until;
    const watched = await shop.watches(member);
    await shop.at(at > shop.clock.now() ? at : later(shop.clock.now(), minute));
    const now = (await outcomesOf(member)).length;
    if (now > before) {
      tried.push(shop.clock.now());
      open.push(watched);
    }
    before = now;
  }
  expect(open).not.toContain(false);
  return tried;
}

/** Moves the clock to the end of the period, past the start of the grace entitlement. */
async function comesToItsEnd(member: Subscriber): Promise<Date> {
  const end = await endOf(member);
  await shop.at(later(end, -4 * minute));
  await shop.at(end);
  return end;
}

test("case 72: a merchant fault on a renewal changes neither access nor dunning, and the next attempt is paid", async () => {
  const member = await shop.subscribeByPayPal(30, "funded:once");
  await refuseRenewals(1);
  const end = await comesToItsEnd(member);
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
  expect(await shop.watches(member)).toBe(true);
  expect((await shop.stored(member.subscriptionId)).dunning_step).toBe(0);
  expect(await outcomesOf(member)).toEqual([["merchant_fault", restricted]]);
  expect(await shop.refusals(member.subscriptionId)).toEqual([]);
  await shop.at(later(end, 14 * minute));
  expect((await outcomesOf(member)).length).toBe(1);
  await shop.at(later(end, 16 * minute));
  expect(await outcomesOf(member)).toEqual([
    ["merchant_fault", restricted],
    ["succeeded", null],
  ]);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.periods(member.subscriptionId)).at(-1)?.starts_at).toEqual(end);
  expect(await shop.mails(member.subscriptionId)).toEqual([]);
});

test("case 72: during three days of merchant faults a renewal is retried after 15 minutes, 1 hour, 6 hours and then every 12, and access continues", async () => {
  const member = await shop.subscribeByPayPal(7, "funded:days");
  const error = vi.spyOn(shop.billing.log, "error");
  await refuseRenewals(100);
  const end = await comesToItsEnd(member);
  const tried = (await passTo(member, later(end, 3 * day))).map((at) => at.getTime() - end.getTime());
  const [first = 0, second = 0, third = 0, ...rest] = tried;
  expect([first, second - first, third - second]).toEqual([15 * minute, hour, 6 * hour]);
  expect(rest.length).toBeGreaterThanOrEqual(5);
  for (const [index, at] of rest.entries()) expect(at - (rest[index - 1] ?? third)).toBe(12 * hour);
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
  expect((await reviewed()).map(({ id, about }) => [id, about?.count])).toEqual([
    [`paypal:${restricted}`, tried.length + 1],
  ]);
  const lines = error.mock.calls.filter(([fields]) => (fields as { code?: string }).code === restricted);
  // One per attempt, because the attempts are more than a quarter of an hour apart.
  expect(lines.length).toBe(tried.length + 1);
  error.mockRestore();
  await shop.paypal.post("/plans/clear");
  await passTo(member, later(end, 3 * day + 12 * hour));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.periods(member.subscriptionId)).at(-1)?.starts_at).toEqual(end);
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
});

test("case 72: dunning days start with the buyer's first decline, not with the days of a merchant fault", async () => {
  const member = await shop.subscribeByPayPal(30, "funded:then");
  await refuseRenewals(100);
  const end = await comesToItsEnd(member);
  await passTo(member, later(end, 2 * day));
  await shop.paypal.post("/plans/clear");
  await refuseRenewals(100, "INSTRUMENT_DECLINED");
  await passTo(member, later(end, 3 * day));
  expect((await shop.seen(member)).state).toBe("past_due");
  const [refused] = await shop.refusals(member.subscriptionId);
  if (!refused) throw new Error("Nothing was refused");
  await passTo(member, later(refused, 8 * day));
  const days = (await shop.refusals(member.subscriptionId)).map((at) =>
    Math.round((at.getTime() - refused.getTime()) / day),
  );
  expect(days).toEqual([0, 1, 3, 5, 7]);
  expect((await shop.seen(member)).state).toBe("expired");
});

test(
  "case 72: after thirty days of merchant faults access ends, and nothing is charged afterwards",
  async () => {
    const member = await shop.subscribeByPayPal(30, "funded:month");
    await refuseRenewals(1000);
    const end = await comesToItsEnd(member);
    await passTo(member, later(end, day));
    // The attempts of every 12 hours are those of the test of three days; here some days pass between them.
    for (const days of [8, 15, 22, 29]) await shop.at(later(end, days * day));
    await passTo(member, later(end, 30 * day - hour));
    expect(await shop.watches(member)).toBe(true);
    await passTo(member, later(end, 32 * day));
    expect(await shop.watches(member)).toBe(false);
    expect((await shop.seen(member)).state).toBe("expired");
    await shop.paypal.post("/plans/clear");
    await shop.at(later(end, 40 * day));
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  },
  timeLimit(60),
);

/** Opens an order for a series, to be paid through PayPal. */
async function orderByPayPal() {
  const member = await makeMember(shop);
  const series = await makeSeries(shop);
  const answer = await orderOf(member, { seriesId: series.id, method: "paypal" });
  return { member, answer };
}

test("case 72, case 113: a renewal that begins a shorter plan after days of merchant faults starts then: nobody pays for a period that is over", async () => {
  const member = await shop.subscribeByPayPal(30, "funded:shorter");
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  await refuseRenewals(100);
  const end = await comesToItsEnd(member);
  await passTo(member, later(end, 9 * day));
  await shop.paypal.post("/plans/clear");
  await passTo(member, later(end, 10 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  const [, second] = await shop.periods(member.subscriptionId);
  expect(second?.starts_at.getTime()).toBeGreaterThan(later(end, 9 * day).getTime());
  expect(await shop.seen(member)).toMatchObject({ state: "active", plan: { id: "days-7" } });
});

test("case 72: at checkout the buyer reads that the fault is ours, the order stays open for 24 hours, and no decline is counted", async () => {
  const { member, answer } = await orderByPayPal();
  const { id } = answer.info.order;
  const remoteId = new URL(answer.info.next?.url ?? "").searchParams.get("token") ?? "";
  await shop.paypal.post("/captures/next", { issue: restricted });
  await approveAtPayPal(shop, remoteId, "funded");
  const order: Order = await seeOrder(member, id);
  expect(order).toMatchObject({
    state: "pending",
    declined: {
      reason: "merchant_fault",
      retryable: true,
      message: expect.stringMatching(/fault is on our side/i),
    },
  });
  expect(Date.parse(order.expiresAt ?? "") - shop.clock.now().getTime()).toBe(day);
  const { rows } = await shop.database.pool.query("select declines from purchase_order where id = $1", [id]);
  expect(rows).toEqual([{ declines: 0 }]);
  expect((await reviewed()).map(({ id: entry, about }) => [entry, about?.count])).toEqual([
    [`paypal:${restricted}`, 1],
  ]);
  // The hourly sweep of the gateway's events finds the approved order, and captures it without the buyer.
  await shop.advance(61 * 60);
  // The simulator's own webhook may arrive during the sweep; whichever comes second has nothing left to do.
  const stateAfterWork = async () => {
    await shop.work();
    return (await seeOrder(member, id)).state;
  };
  await expect.poll(stateAfterWork).toBe("paid");
});

test("case 72: a merchant fault while creating the order at PayPal is reported in five languages, and the order can be paid later", async () => {
  const member = await makeMember(shop);
  const series = await makeSeries(shop);
  await shop.paypal.post("/orders/next", { issue: "PAYEE_ACCOUNT_LOCKED_OR_CLOSED" });
  const refused = await orderOf(member, { seriesId: series.id, method: "paypal" });
  expect(refused).toMatchObject({ status: 200, code: 500, reason: "merchant_fault" });
  expect(refused.message).toBe(messageOf("merchant_fault", "en"));
  for (const [language, expected] of [
    ["en", /fault is on our side.*nothing was charged.*order is kept/],
    ["es", /fallo es nuestro.*no se ha cobrado nada.*pedido/],
    ["fr", /de notre côté.*rien ne vous a été débité.*commande/],
    ["de", /liegt bei uns.*nichts abgebucht.*Bestellung/],
    ["pt", /falha é nossa.*nada foi cobrado.*pedido/],
  ] as const)
    expect(messageOf("merchant_fault", language)).toMatch(expected);
  const again = await orderOf(member, { seriesId: series.id, method: "paypal" });
  expect(again.info.next?.type).toBe("redirect");
  expect(Date.parse(again.info.order.expiresAt ?? "") - shop.clock.now().getTime()).toBe(day);
  expect((await reviewed()).map(({ id, about }) => [id, about?.count])).toEqual([
    ["paypal:PAYEE_ACCOUNT_LOCKED_OR_CLOSED", 1],
  ]);
});

test("case 72: the same fault within a quarter of an hour is logged once, and each is counted", async () => {
  const error = vi.spyOn(shop.billing.log, "error");
  await shop.paypal.post("/orders/next", { issue: "PAYEE_NOT_CONSENTED", n: 3 });
  for (let times = 0; times < 3; times++) await orderByPayPal();
  const lines = error.mock.calls.filter(
    ([fields]) => (fields as { code?: string }).code === "PAYEE_NOT_CONSENTED",
  );
  expect(lines).toHaveLength(1);
  error.mockRestore();
  await shop.paypal.post("/orders/next", { issue: "BRAND_NEW_ISSUE_OF_2031" });
  await orderByPayPal();
  const figures = await (await fetch(`http://127.0.0.1:${shop.metricsPort}/metrics`)).text();
  expect(figures).toContain('merchant_faults_total{gateway="paypal",code="PAYEE_NOT_CONSENTED"} 3');
  expect(figures).toMatch(/merchant_faults_total\{gateway="paypal",code="other"\} [1-9]/);
  expect(figures).not.toContain("BRAND_NEW");
});

test("case 74: fifty made-up cards of one customer are that customer's declines, the limit of declines holds, and every payment method stays offered", async () => {
  const member = await makeMember(shop);
  const reasons: (string | undefined)[] = [];
  let orderId = "";
  for (let no = 0; no < 50; no++) {
    if (no % 4 === 0) {
      const series = await makeSeries(shop);
      orderId = (await orderOf(member, { seriesId: series.id })).info?.order.id ?? orderId;
    }
    reasons.push((await payOrder(member, orderId, `pm_madeup${no}`)).reason);
  }
  expect(reasons.slice(0, 10)).toEqual(Array(10).fill("card_refused"));
  expect(new Set(reasons.slice(10))).toEqual(new Set(["too_many_requests"]));
  expect(await reviewed()).toEqual([]);
  const other = await makeMember(shop);
  const { methods } = await plansFor(other);
  expect(methods.map(({ type }) => type).toSorted()).toEqual(["card", "paypal", "wallet"]);
});
