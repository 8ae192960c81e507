import type { Order, PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { newId } from "#platform/ids";
import { type Unlock, unlockSeries } from "#test/bank";
import { makeSeries } from "#test/factories";
import { approveAtPayPal } from "#test/memberships";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf } from "#test/orders";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, refundsOf } from "#test/purchases";
import { actingOn, unaudited } from "#test/unaudited";
import { changeUnlockPrices } from "../sales/change.ts";
import { parsePrices } from "../sales/parse-price.ts";
import { RefundError, refundOrder } from "./refund.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(async () => {
  await app.close();
});

const operator = { by: "operator" as const, actor: commandActor(), reason: "asked for it" };

async function consentVersion(member: MadeMember): Promise<string> {
  return (await member.call<PlanList>("GET", "/api/plan")).info.consent.version;
}

/** Buys something as a member does: an order, then a card. */
async function buy(
  member: MadeMember,
  what: { kind: "unlock"; seriesId: string } | { kind: "subscribe"; planId: string },
): Promise<Order> {
  const ordered = await member.call<{ order: Order }>("POST", "/api/payment/order", {
    ...what,
    method: "card",
    clientToken: newId(app.clock.now()),
    consent: { version: await consentVersion(member), accepted: true },
  });
  const paid = await member.call<{ order: Order }>("POST", "/api/payment/pay", {
    orderId: ordered.info.order.id,
    method: "card",
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Silva",
    email: member.email,
  });
  expect(paid).toMatchObject({ code: 200, info: { order: { state: "paid" } } });
  return paid.info.order;
}

async function unlocked() {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 4 });
  return { member, series, order: await buy(member, { kind: "unlock", seriesId: series.id }) };
}

const isOpen = async (member: MadeMember, episodeId: string) =>
  (await member.call("GET", `/api/video/episode?id=${episodeId}`)).code === 200;

async function creditNotes(orderId: string): Promise<{ amount: number; content: { number: string } }[]> {
  const { rows } = await app.database.pool.query(
    "select amount::int, content from receipt where order_id = $1 and kind = 'credit_note' order by seq",
    [orderId],
  );
  return rows;
}

async function chargeOf(orderId: string): Promise<string> {
  const { rows } = await app.database.pool.query(
    "select capture.remote_id from capture join payment on payment.id = payment_id where order_id = $1",
    [orderId],
  );
  return rows[0].remote_id;
}

describe("case 53: a refunded unlock", () => {
  test("in full: the money is refunded, and exactly that series is locked again", async () => {
    const { member, series, order } = await unlocked();
    const other = await makeSeries(app, { free: 1, episodes: 2 });
    await buy(member, { kind: "unlock", seriesId: other.id });
    expect(await isOpen(member, series.episodes[3]?.id ?? "")).toBe(true);
    const refund = await refundOrder(app.billing, order.id, null, operator);
    expect(refund).toMatchObject({
      state: "done",
      amount: 699,
      initiated_by: "operator",
    });
    expect(await isOpen(member, series.episodes[3]?.id ?? "")).toBe(false);
    expect(await isOpen(member, other.episodes[1]?.id ?? "")).toBe(true);
    expect(await booksOf(app, order)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
    const { info } = await member.call<Order>("GET", `/api/payment?orderId=${order.id}`);
    expect(info).toMatchObject({ state: "refunded", refunds: [{ state: "done", amount: { amount: 699 } }] });
    expect(await creditNotes(order.id)).toMatchObject([
      { amount: 699, content: { number: expect.stringMatching(/^C-2026-\d{6}$/) } },
    ]);
  });

  test("in part: only money, and never more in total than was paid", async () => {
    const { member, series, order } = await unlocked();
    await refundOrder(app.billing, order.id, 200, operator);
    expect(await booksOf(app, order)).toMatchObject({
      state: "partially_refunded",
      rights: 1,
      refunded: 200,
    });
    expect(await isOpen(member, series.episodes[3]?.id ?? "")).toBe(true);
    await expect(refundOrder(app.billing, order.id, 500, operator)).rejects.toThrow(/at most 4\.99 USD/);
    await refundOrder(app.billing, order.id, 499, operator);
    expect(await booksOf(app, order)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
    expect((await creditNotes(order.id)).map(({ amount }) => amount)).toEqual([200, 499]);
  });

  test("twice, even at the same moment: once", async () => {
    const { order } = await unlocked();
    const both = await Promise.allSettled([
      refundOrder(app.billing, order.id, null, operator),
      refundOrder(app.billing, order.id, null, operator),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(refundOrder(app.billing, order.id, null, operator)).rejects.toThrow(RefundError);
    expect(await booksOf(app, order)).toMatchObject({ refunded: 699 });
    const { refunded } = (await app.stripe.get(`/money/intents/${await intentOf(order.id)}`)) as {
      refunded: number;
    };
    expect(refunded).toBe(699);
  });

  test("of more than was paid, of nothing, or in another currency: refused with a reason", async () => {
    const { order } = await unlocked();
    await expect(refundOrder(app.billing, order.id, 700, operator)).rejects.toThrow(/at most 6\.99 USD/);
    for (const none of [0, -1, 0.5, Number.NaN])
      await expect(refundOrder(app.billing, order.id, none, operator)).rejects.toThrow(RefundError);
    await expect(refundOrder(app.billing, order.id, 100, { ...operator, currency: "EUR" })).rejects.toThrow(
      /is in USD, not in EUR/,
    );
    expect(await booksOf(app, order)).toMatchObject({ state: "paid", refunded: 0 });
  });

  test("while it is being paid: refused until that has ended", async () => {
    const { order } = await unlocked();
    const { pool } = app.database;
    await pool.query("update payment set state = 'pending' where order_id = $1", [order.id]);
    await expect(refundOrder(app.billing, order.id, null, operator)).rejects.toThrow(/being paid right now/);
    await pool.query("update payment set state = 'succeeded' where order_id = $1", [order.id]);
    await refundOrder(app.billing, order.id, null, operator);
    expect(await booksOf(app, order)).toMatchObject({ state: "refunded" });
  });

  test("that was bought again since: the new purchase stays", async () => {
    const { member, series, order } = await unlocked();
    await refundOrder(app.billing, order.id, null, operator);
    const again = await buy(member, { kind: "unlock", seriesId: series.id });
    const charge = await chargeOf(order.id);
    await app.work();
    expect(charge).not.toBe(await chargeOf(again.id));
    expect(await isOpen(member, series.episodes[3]?.id ?? "")).toBe(true);
  });
});

async function intentOf(orderId: string): Promise<string> {
  const { rows } = await app.database.pool.query("select remote_id from payment where order_id = $1", [
    orderId,
  ]);
  return rows[0].remote_id;
}

test("a full refund of a membership ends its period and its renewal, and the ledger shows it", async () => {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 2 });
  const order = await buy(member, { kind: "subscribe", planId: "days-30" });
  expect(await isOpen(member, series.episodes[1]?.id ?? "")).toBe(true);
  await refundOrder(app.billing, order.id, 500, operator);
  expect(await isOpen(member, series.episodes[1]?.id ?? "")).toBe(true);
  await refundOrder(app.billing, order.id, null, operator);
  expect(await isOpen(member, series.episodes[1]?.id ?? "")).toBe(false);
  const { info } = await member.call<{ subscription: { state: string; nextCharge: unknown } | null }>(
    "GET",
    "/api/payment",
  );
  expect(info.subscription?.state ?? "cancelled").toBe("cancelled");
  expect(info.subscription?.nextCharge ?? null).toBeNull();
  const { ledger } = await booksOf(app, order);
  expect(ledger["refunds"]).toBe(1999);
  expect(Object.values(ledger).reduce((sum, amount) => sum + amount, 0)).toBe(0);
});

test("case 56: a refund in the gateway's dashboard has the same effect, and is recorded as the gateway's", async () => {
  const { member, series, order } = await unlocked();
  const charge = await chargeOf(order.id);
  await app.stripe.post(`/charges/${charge}/refund`, { amount: 300 });
  await expect
    .poll(async () => {
      await app.work();
      return booksOf(app, order);
    })
    .toMatchObject({ state: "partially_refunded", rights: 1, refunded: 300 });
  await app.stripe.post(`/charges/${charge}/refund`, {});
  await expect
    .poll(async () => {
      await app.work();
      return booksOf(app, order);
    })
    .toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
  const { rows } = await app.database.pool.query(
    "select initiated_by, amount::int from refund where order_id = $1",
    [order.id],
  );
  expect(rows.map(({ initiated_by: by }) => by)).toEqual(["gateway", "gateway"]);
  expect((await creditNotes(order.id)).map(({ amount }) => amount)).toEqual([300, 399]);
  expect(await isOpen(member, series.episodes[3]?.id ?? "")).toBe(false);
});

test("a refund whose answer was lost is found at the gateway and made once", async () => {
  const { order } = await unlocked();
  await app.stripe.post("/faults", { kind: "after", method: "POST", path: "/v1/refunds", n: 2 });
  const begun = await refundOrder(app.billing, order.id, null, operator);
  expect(begun.state).toBe("pending");
  await app.stripe.post("/idempotency/prune");
  await app.advance(90);
  await app.work();
  expect(await booksOf(app, order)).toMatchObject({ state: "refunded", refunded: 699 });
  const { refunded } = (await app.stripe.get(`/money/intents/${await intentOf(order.id)}`)) as {
    refunded: number;
  };
  expect(refunded).toBe(699);
});

test("a refund that a process stored but never sent is sent by the next one", async () => {
  const { order } = await unlocked();
  const away = { ...app.billing, gateways: new Map() };
  expect(await refundOrder(away, order.id, null, operator)).toMatchObject({
    state: "pending",
    remote_id: null,
  });
  await app.work();
  expect(await booksOf(app, order)).toMatchObject({ state: "refunded", refunded: 699 });
});

test("a refund that PayPal holds is pending until PayPal reports that it was done", async () => {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 2 });
  const { info } = await member.call<{ order: Order; next: { url: string } }>("POST", "/api/payment/order", {
    kind: "unlock",
    seriesId: series.id,
    method: "paypal",
    clientToken: newId(app.clock.now()),
    consent: { version: await consentVersion(member), accepted: true },
  });
  const { id } = info.order;
  await app.paypal.post("/approve", { orderId: await intentOf(id) });
  const paid = await member.call<{ order: Order }>("POST", "/api/payment/pay", {
    orderId: id,
    method: "paypal",
  });
  expect(paid).toMatchObject({ code: 200, info: { order: { state: "paid" } } });
  await app.paypal.post("/refunds/next", { status: "PENDING", n: 1 });
  const begun = await refundOrder(app.billing, id, null, operator);
  expect(begun).toMatchObject({ state: "pending", gateway: "paypal" });
  expect(await booksOf(app, { id })).toMatchObject({ state: "paid", rights: 1, refunded: 0 });
  await expect(refundOrder(app.billing, id, 100, operator)).rejects.toThrow(/on its way back already/);
  await app.paypal.post(`/refunds/${begun.remote_id}`, { status: "COMPLETED" });
  await app.advance(120);
  await app.work();
  expect(await booksOf(app, { id })).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
});

test("case 54: a refund that fails later is reversed in the ledger and asks the operator what to do", async () => {
  const { order } = await unlocked();
  const { remote_id: remoteId } = await refundOrder(app.billing, order.id, null, operator);
  await app.stripe.post(`/refunds/${remoteId}/settle`, { outcome: "failed" });
  await expect
    .poll(async () => {
      await app.work();
      const { rows } = await app.database.pool.query("select state from refund where order_id = $1", [
        order.id,
      ]);
      return rows;
    })
    .toEqual([{ state: "failed" }]);
  const { ledger } = await booksOf(app, order);
  expect(ledger["refunds"]).toBeUndefined();
  const { rows } = await app.database.pool.query(
    "select cause from money_log where subject_id = $1 and cause = 'refund failed later'",
    [order.id],
  );
  expect(rows).toHaveLength(1);
  // A repeated refund gets no second credit note.
  await refundOrder(app.billing, order.id, null, operator);
  expect(await booksOf(app, order)).toMatchObject({ state: "refunded", refunded: 699 });
  expect(await creditNotes(order.id)).toHaveLength(1);
});

describe("in steps of a gateway", () => {
  beforeAll(async () => {
    await changeUnlockPrices(actingOn(app), parsePrices(["HUF=2490"]));
  });

  /** Returns an order that was paid in forints through PayPal. */
  async function paidInForints(): Promise<string> {
    const member = await makeMember(app);
    const series = await makeSeries(app, { free: 1, episodes: 2 });
    const { info } = await orderOf(member, { seriesId: series.id, method: "paypal", currency: "HUF" });
    expect(info.order.total).toMatchObject({ amount: 249_000, currency: "HUF" });
    await approveAtPayPal(app, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
    return info.order.id;
  }

  test("case 53, case 57: a part that PayPal cannot give back is refused before anything is stored; whole forints go back", async () => {
    const orderId = await paidInForints();
    const refused = refundOrder(app.billing, orderId, 12_345, operator);
    await expect(refused).rejects.toThrow(RefundError);
    await expect(refused).rejects.toThrow("PayPal gives HUF back in steps of 1.00 only.");
    expect(await refundsOf(app, orderId)).toEqual([]);
    expect(await refundOrder(app.billing, orderId, 12_300, operator)).toMatchObject({ state: "done" });
    expect(await refundOrder(app.billing, orderId, null, operator)).toMatchObject({ state: "done" });
  });

  test("case 54: a stored refund that its gateway cannot express keeps no other refund waiting", async () => {
    const orderId = await paidInForints();
    const now = app.clock.now();
    // As a release before stored it.
    await unaudited(app.database.pool).query(
      `insert into refund (id, capture_id, order_id, gateway, currency, amount, state, initiated_by, next_inspect_at, inspections,
        created_at, updated_at)
      select $2, capture.id, payment.order_id, 'paypal', 'HUF', 12345, 'pending', 'member', $3, 0, $3, $3
      from capture join payment on payment.id = payment_id where order_id = $1`,
      [orderId, newId(now), now],
    );
    const other: Unlock = await unlockSeries(app);
    const away = { ...app.billing, gateways: new Map() };
    await refundOrder(away, other.id, null, operator);
    await app.work();
    expect(await refundsOf(app, other.id)).toEqual([{ amount: 699, state: "done" }]);
    expect(await refundsOf(app, orderId)).toEqual([{ amount: 12_345, state: "pending" }]);
  });
});
