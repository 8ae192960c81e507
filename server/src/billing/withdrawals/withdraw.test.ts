import type { Order, Withdrawal } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { giveRight } from "#test/paywall-states";
import { type MadeMember, makeMember } from "#test/people";
import { booksOf, orderOf, payOrder } from "#test/purchases";
import { listOpen } from "../review/review.ts";
import { confirmWithdrawal } from "./withdraw.ts";

const day = 86_400;

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());
// The buyers of earlier tests paid with the same test card, which counts withdrawals too.
beforeEach(() => shop.database.pool.query("update instrument set fingerprint = null"));

interface Unlocked {
  member: MadeMember;
  orderId: string;
  episodeId: string;
}

async function unlock(member?: MadeMember): Promise<Unlocked> {
  const buyer = member ?? (await makeMember(shop));
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const { info } = await orderOf(buyer, { seriesId: series.id });
  const { id: orderId } = info.order;
  await payOrder(buyer, orderId);
  return { member: buyer, orderId, episodeId: series.episodes[2]?.id ?? "" };
}

const ask = (member: MadeMember, orderId: string, step: "ask" | "confirm" = "ask") =>
  member.call<{ withdrawal: Withdrawal; order: Order }>("POST", "/api/payment/withdraw", { orderId, step });

/** Plays what the player requests first, up to the named files, and waits until it is recorded. */
async function play(member: MadeMember, episodeId: string, files: readonly string[]): Promise<void> {
  const answer = await member.call<{ playback: { hls: string } }>(
    "GET",
    `/api/video/episode?id=${episodeId}`,
  );
  const prefix = answer.info.playback.hls.replace("index.m3u8", "");
  for (const file of files) expect((await shop.http.inject(prefix + file)).statusCode, file).toBe(200);
}

const playlists = ["index.m3u8", "v720.m3u8", "v720-init.mp4"];
const segment = [...playlists, "v720-00000.m4s"];

const isOpen = async ({ member, episodeId }: Unlocked) =>
  (await member.call("GET", `/api/video/episode?id=${episodeId}`)).code === 200;

async function used(orderId: string): Promise<boolean> {
  const { rows } = await shop.database.pool.query(
    "select from entitlement where source_id = $1 and first_used_at is not null",
    [orderId],
  );
  return rows.length > 0;
}

async function refundsOf(orderId: string): Promise<{ amount: number; state: string; by: string }[]> {
  const { rows } = await shop.database.pool.query(
    `select amount::int, state, initiated_by as by from refund where order_id = $1`,
    [orderId],
  );
  return rows;
}

async function mailsOf(orderId: string): Promise<number> {
  const { rows } = await shop.database.pool.query(
    `select from jobs.job where name = 'mail' and data ->> 'kind' = 'withdrawal'
     and data -> 'data' ->> 'withdrawalId' in (select id from withdrawal where order_id = $1)`,
    [orderId],
  );
  return rows.length;
}

/** What the gateway gave back for an order, by its own records. */
async function givenBack(orderId: string): Promise<number> {
  const { payments } = await booksOf(shop, orderId);
  const intent = (await shop.stripe.get(`/money/intents/${payments[0]?.remote_id}`)) as { refunded: number };
  return intent.refunded;
}

test("case 134: an unlock of which only playlists were served goes back whole, in two steps, once, and is locked again", async () => {
  const bought = await unlock();
  const { member, orderId, episodeId } = bought;
  await play(member, episodeId, playlists);
  const asked = await ask(member, orderId);
  expect(asked.info.withdrawal).toMatchObject({ outcome: "whole", amount: { amount: 699 }, at: null });
  expect(asked.info.order).toMatchObject({ state: "paid", withdrawal: null });
  expect(asked.info.order.withdrawUntil).toBe(asked.info.withdrawal.until);
  expect(await refundsOf(orderId)).toEqual([]);

  const confirmed = await ask(member, orderId, "confirm");
  expect(confirmed.info.withdrawal).toMatchObject({ outcome: "whole", at: expect.any(String) });
  expect(confirmed.info.order).toMatchObject({
    state: "refunded",
    withdrawUntil: null,
    withdrawal: { outcome: "whole", amount: { amount: 699 } },
    refunds: [{ state: "done", amount: { amount: 699 } }],
  });
  expect(await isOpen(bought)).toBe(false);
  const again = await ask(member, orderId, "confirm");
  expect(again.info.withdrawal).toEqual(confirmed.info.withdrawal);
  expect(await refundsOf(orderId)).toEqual([{ amount: 699, state: "done", by: "member" }]);
  expect(await givenBack(orderId)).toBe(699);
  expect(await mailsOf(orderId)).toBe(1);
  // A sale of 699 and its refund: what the gateway owes us for both is nothing.
  const { accounts, sum } = await booksOf(shop, orderId);
  expect([accounts["revenue"], accounts["refunds"], sum]).toEqual([-699, 699, 0]);
});

test("case 134: after one served segment of a locked episode nothing goes back, which is said, mailed and stays", async () => {
  const bought = await unlock();
  const { member, orderId, episodeId } = bought;
  await play(member, episodeId, segment);
  await expect.poll(() => used(orderId)).toBe(true);
  expect((await ask(member, orderId)).info.withdrawal).toMatchObject({
    outcome: "none",
    amount: { amount: 0 },
    why: "used",
  });
  await ask(member, orderId, "confirm");
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await isOpen(bought)).toBe(true);
  expect(await mailsOf(orderId)).toBe(1);
});

test("case 134: free episodes, and a series that was bought by itself, do not use a membership", async () => {
  const member = await shop.subscribe(30);
  const bought = await unlock(member);
  const free = await makeSeries(shop, { free: 2, episodes: 2 });
  await play(member, free.episodes[0]?.id ?? "", segment);
  await play(member, bought.episodeId, segment);
  await expect.poll(() => used(bought.orderId)).toBe(true);
  expect(await used(member.orderId)).toBe(false);
});

test("case 134: what an operator opens for free is used before the membership that is paid for", async () => {
  const member = await shop.subscribe(30);
  const grantId = await giveRight(shop, member.id, { scope: "membership", source: "grant", to: day });
  const series = await makeSeries(shop, { free: 0, episodes: 1 });
  const episodeId = series.episodes[0]?.id ?? "";
  await play(member, episodeId, segment);
  await expect.poll(() => used(grantId)).toBe(true);
  expect(await used(member.orderId)).toBe(false);
  expect((await ask(member, member.orderId)).info.withdrawal).toMatchObject({
    outcome: "whole",
    amount: { amount: 1999 },
  });
  await shop.advance(day + 60);
  await shop.seen(member);
  await play(member, episodeId, segment);
  await expect.poll(() => used(member.orderId)).toBe(true);
});

async function watch(member: Subscriber): Promise<void> {
  const series = await makeSeries(shop, { free: 0, episodes: 1 });
  await play(member, series.episodes[0]?.id ?? "", segment);
  await expect.poll(() => used(member.orderId)).toBe(true);
}

test("case 135: a watched membership gives back the days ahead on day 5 of 30, ends now, and is not charged again", async () => {
  const member = await shop.subscribe(30);
  await watch(member);
  const { period_start: start, period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(new Date(start.getTime() + 5 * day * 1000));
  const asked = (await ask(member, member.orderId)).info.withdrawal;
  const now = shop.clock.now().getTime();
  const expected = Math.floor((1999 * (end.getTime() - now)) / (end.getTime() - start.getTime()));
  expect(Math.abs(asked.amount.amount - expected)).toBeLessThanOrEqual(1);
  expect(asked.outcome).toBe("part");
  const { info } = await ask(member, member.orderId, "confirm");
  const { amount } = info.withdrawal.amount;
  expect(amount).toBeLessThanOrEqual(asked.amount.amount);
  expect(info.order).toMatchObject({ state: "partially_refunded", refunds: [{ amount: { amount } }] });
  expect(await shop.watches(member)).toBe(false);
  expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "cancelled" });
  expect(await givenBack(member.orderId)).toBe(amount);
  const { accounts, sum } = await booksOf(shop, member.orderId);
  expect([accounts["refunds"], sum]).toEqual([amount, 0]);
  await shop.at(new Date(end.getTime() + day * 1000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 135: an unwatched renewal goes back whole; its membership ends, and the period before is not touched", async () => {
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(new Date(end.getTime() + 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  const { rows } = await shop.database.pool.query(
    "select id from purchase_order where subscription_id = $1 and kind = 'renewal'",
    [member.subscriptionId],
  );
  await shop.seen(member);
  const { info } = await ask(member, rows[0].id, "confirm");
  expect(info.order).toMatchObject({ state: "refunded", withdrawal: { outcome: "whole" } });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "cancelled" });
  expect(await shop.watches(member)).toBe(false);
  // Its own fourteen days are over.
  expect(await ask(member, member.orderId)).toMatchObject({ code: 500, reason: "withdrawal_over" });
});

test("case 136: twenty withdrawals at once are one refund and one mail", async () => {
  const { member, orderId } = await unlock();
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(member, orderId, "confirm")));
  expect(new Set(all.map(({ info }) => info.withdrawal.at)).size).toBe(1);
  expect(await refundsOf(orderId)).toEqual([{ amount: 699, state: "done", by: "member" }]);
  expect(await givenBack(orderId)).toBe(699);
  expect(await mailsOf(orderId)).toBe(1);
});

test("case 136: the third within a year waits in manual review, changes nothing, and can be closed once answered", async () => {
  const first = await unlock();
  const { member } = first;
  const second = await unlock(member);
  const third = await unlock(member);
  const both = await Promise.all([
    ask(member, first.orderId, "confirm"),
    ask(member, second.orderId, "confirm"),
  ]);
  expect(both.map(({ info }) => info.withdrawal.outcome)).toEqual(["whole", "whole"]);
  const { info } = await ask(member, third.orderId, "confirm");
  expect(info.withdrawal).toMatchObject({ outcome: "review", why: "limit", amount: { amount: 699 } });
  expect(await refundsOf(third.orderId)).toEqual([]);
  expect(await isOpen(third)).toBe(true);
  const open = (await listOpen(shop.database.db)).filter(({ order_id: id }) => id === third.orderId);
  expect(open).toMatchObject([{ kind: "withdrawal", amount: 699, currency: "USD" }]);
});

test("case 136: nothing goes back while a bank disputes the payment, and nobody withdraws from another's order", async () => {
  const { member, orderId } = await unlock();
  const { payments } = await booksOf(shop, orderId);
  const stranger = await makeMember(shop);
  expect(await ask(stranger, orderId, "confirm")).toMatchObject({ code: 404 });
  await shop.stripe.post(`/charges/${payments[0]?.remote_id}/dispute`);
  await expect
    .poll(async () => {
      await shop.work();
      return (await booksOf(shop, orderId)).state;
    })
    .toBe("disputed");
  expect(await ask(member, orderId, "confirm")).toMatchObject({ code: 500, reason: "withdrawal_disputed" });
  expect(await refundsOf(orderId)).toEqual([]);
});

test("case 136: a withdrawal whose process ended before it reached the gateway is refunded by the next one, once", async () => {
  const bought = await unlock();
  const away = { ...shop.billing, gateways: new Map() };
  await confirmWithdrawal(away, bought.orderId);
  expect(await isOpen(bought)).toBe(false);
  expect(await givenBack(bought.orderId)).toBe(0);
  await shop.advance(90);
  await shop.work();
  expect(await givenBack(bought.orderId)).toBe(699);
  expect(await refundsOf(bought.orderId)).toEqual([{ amount: 699, state: "done", by: "member" }]);
  expect(await mailsOf(bought.orderId)).toBe(1);
});

test("case 136: a withdrawal whose answer was lost at the gateway is refunded once, even if the key is forgotten", async () => {
  const { member, orderId } = await unlock();
  await shop.stripe.post("/faults", { kind: "after", method: "POST", path: "/v1/refunds", n: 2 });
  const { info } = await ask(member, orderId, "confirm");
  expect(info.order.refunds).toMatchObject([{ state: "pending" }]);
  await shop.stripe.post("/idempotency/prune");
  await shop.advance(90);
  await shop.work();
  expect(await givenBack(orderId)).toBe(699);
  expect(await booksOf(shop, orderId)).toMatchObject({ state: "refunded" });
});
