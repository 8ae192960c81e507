import type { PlanList, SavedMethod } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MadeSeries, makeSeries } from "#test/factories";
import { approveAtPayPal, authenticate, type TestMemberships, testMemberships } from "#test/memberships";
import { type MadeMember, makeMember, type Person } from "#test/people";
import { type Bought, booksOf, orderOf, payOrder } from "#test/purchases";
import { unaudited } from "#test/unaudited";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

const hour = 3600;
const newSeries = (): Promise<MadeSeries> => makeSeries(shop, { free: 1, episodes: 3 });
const saleOf = async (person: Person) => (await person.call<PlanList>("GET", "/api/plan")).info;
const savedOf = async (person: Person): Promise<SavedMethod[]> => (await saleOf(person)).saved;
const keepOf = async (person: Person) => ({
  keep: true,
  keepVersion: (await saleOf(person)).consent.keep.version,
});
const onlySaved = async (person: Person) => (await savedOf(person))[0]?.id ?? "";

/** Creates a member who unlocked a series by a card and had it kept. */
async function keeper(card = "pm_card_visa"): Promise<MadeMember> {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id });
  const paid = await payOrder(member, info.order.id, card, await keepOf(member));
  await authenticate(shop, paid.info);
  await expect.poll(() => shop.work().then(() => savedOf(member))).toHaveLength(1);
  return member;
}

/** Creates a member who unlocked a series with PayPal and had the account kept. */
async function paypalKeeper(buyer = "funded"): Promise<MadeMember> {
  const member = await makeMember(shop);
  const keep = await keepOf(member);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id, method: "paypal", ...keep });
  await approveAtPayPal(shop, tokenIn(info), buyer);
  await expect.poll(() => shop.work().then(() => savedOf(member))).toHaveLength(1);
  return member;
}

const tokenIn = ({ next }: Bought) => new URL(next?.url ?? "").searchParams.get("token") ?? "";

/** Orders a series, or a plan, by a saved method; the pay call is next. */
async function orderBy(member: MadeMember, instrumentId: string, what: object = {}) {
  const seriesId = "plan" in what ? {} : { seriesId: (await newSeries()).id };
  return orderOf(member, { method: "saved", instrumentId, ...seriesId, ...what });
}

const payBy = (member: Person, orderId: string, instrumentId: string) =>
  member.call<Bought>("POST", "/api/payment/pay", { method: "saved", orderId, instrumentId });

/** Orders and pays a series by a saved method. */
async function tap(member: MadeMember, instrumentId: string) {
  const { info } = await orderBy(member, instrumentId);
  return { orderId: info.order.id, answer: await payBy(member, info.order.id, instrumentId) };
}

async function instrumentsOf({ id }: Person) {
  const { rows } = await shop.database.pool.query<{
    id: string;
    usage: string;
    status: string;
    removed_at: Date | null;
    consent_version: string | null;
    consent_text: string | null;
  }>("select * from instrument where visitor_id = $1 and status = 'active' order by created_at", [id]);
  return rows;
}

/** Returns the requests that created orders at PayPal for an order of ours, the newest first. */
async function sentToPayPal(orderId: string): Promise<Record<string, unknown>[]> {
  const { requests } = (await shop.paypal.get("/requests")) as { requests: { sent: string; path: string }[] };
  return requests
    .filter(({ path, sent }) => path === "/v2/checkout/orders" && sent.includes(orderId))
    .map(({ sent }) => JSON.parse(sent) as Record<string, unknown>);
}

/** Returns the charges of an order at Stripe. */
async function cardCharges(orderId: string): Promise<number> {
  const { payments } = await booksOf(shop, orderId);
  let charges = 0;
  for (const { remote_id: id } of payments)
    charges += ((await shop.stripe.get(`/money/intents/${id}`)) as { charges: number }).charges;
  return charges;
}

test("case 104: a card is kept for unlocks only by its own box, with the words and the version that were agreed to", async () => {
  const plain = await makeMember(shop);
  const { info } = await orderOf(plain, { seriesId: (await newSeries()).id });
  await payOrder(plain, info.order.id);
  expect(await savedOf(plain)).toEqual([]);

  const member = await keeper();
  const { keep } = (await saleOf(member)).consent;
  expect(keep.card).toBe("Keep this card for next time; you confirm each payment");
  expect(await savedOf(member)).toMatchObject([
    { type: "card", brand: "visa", last4: "4242", usage: "on_session", renews: false, isDefault: true },
  ]);
  expect(await instrumentsOf(member)).toMatchObject([
    { usage: "on_session", consent_version: keep.version, consent_text: keep.card },
  ]);
});

test("case 104: words that were not read keep nothing, and nothing is charged", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id });
  const refused = await payOrder(member, info.order.id, "pm_card_visa", { keep: true, keepVersion: "older" });
  expect([refused.code, refused.reason]).toEqual([400, "consent_required"]);
  expect((await booksOf(shop, info.order.id)).payments).toEqual([]);
});

test("case 104: a second series is paid by the kept card with one call after the order, and opens", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  const { info } = await orderBy(member, id);
  expect(info).toMatchObject({ order: { method: "card", state: "pending" }, next: { type: "none" } });
  const paid = await payBy(member, info.order.id, id);
  expect(paid).toMatchObject({ code: 200, info: { order: { state: "paid" }, next: null } });
  expect(paid.info.order.paidWith).toEqual({ type: "card", brand: "visa", last4: "4242" });
  expect(await booksOf(shop, info.order.id)).toMatchObject({
    captures: 1,
    entitlements: 1,
    receipts: 1,
    sum: 0,
  });
  expect(await cardCharges(info.order.id)).toBe(1);
  // The method is the same one, neither doubled nor changed.
  expect(await instrumentsOf(member)).toMatchObject([{ id, usage: "on_session" }]);
});

test("case 104: a card that is declined without the box, and then paid with it, is kept", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id });
  const declined = await payOrder(member, info.order.id, "pm_card_chargeDeclined");
  expect(declined.reason).toBe("card_declined");
  await payOrder(member, info.order.id, "pm_card_mastercard", await keepOf(member));
  expect(await savedOf(member)).toMatchObject([{ brand: "mastercard", usage: "on_session" }]);
});

test("case 104: a card that is declined with the box, and then paid without it, is not kept", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id });
  const first = await payOrder(member, info.order.id, "pm_card_chargeDeclined", await keepOf(member));
  expect(first.reason).toBe("card_declined");
  expect((await payOrder(member, info.order.id, "pm_card_visa")).info.order.state).toBe("paid");
  expect(await savedOf(member)).toEqual([]);
});

test("case 104: a card that is kept once more is one method, and the former copy is deleted at the gateway", async () => {
  const member = await keeper();
  const former = await onlySaved(member);
  const { info } = await orderOf(member, { seriesId: (await newSeries()).id });
  await payOrder(member, info.order.id, "pm_card_visa", await keepOf(member));
  await shop.work();
  const [kept, ...others] = await savedOf(member);
  expect(others).toEqual([]);
  expect(kept?.id).not.toBe(former);
  expect((await instrumentsOf(member)).map(({ id }) => id)).toEqual([kept?.id]);
});

test("case 104: a kept PayPal account pays the second series in a single step, as its owner's own payment", async () => {
  const member = await paypalKeeper();
  const [method] = await savedOf(member);
  expect(method).toMatchObject({ type: "paypal", usage: "on_session" });
  expect((await instrumentsOf(member))[0]?.consent_text).toMatch(/^Keep this PayPal account/);
  const id = method?.id ?? "";
  const { orderId, answer } = await tap(member, id);
  expect(answer).toMatchObject({
    code: 200,
    info: { order: { state: "paid", method: "paypal" }, next: null },
  });
  expect(await booksOf(shop, orderId)).toMatchObject({ captures: 1, entitlements: 1, sum: 0 });
  const [request, ...more] = await sentToPayPal(orderId);
  expect(more).toEqual([]);
  expect(request).toMatchObject({
    payment_source: {
      paypal: {
        vault_id: expect.any(String),
        stored_credential: { payment_initiator: "CUSTOMER", usage: "SUBSEQUENT", usage_pattern: "IMMEDIATE" },
      },
    },
  });
});

test("case 104: PayPal is asked to save an account for payments that its owner confirms, and only by the box", async () => {
  const member = await makeMember(shop);
  const seriesId = (await newSeries()).id;
  const first = await orderOf(member, { seriesId, method: "paypal", clientToken: "same-token-1" });
  const keep = await keepOf(member);
  const second = await orderOf(member, { seriesId, method: "paypal", clientToken: "same-token-1", ...keep });
  expect(second.info.order.id).toBe(first.info.order.id);
  expect(tokenIn(second.info)).not.toBe(tokenIn(first.info));
  const [kept, plain] = await sentToPayPal(first.info.order.id);
  expect(plain).not.toHaveProperty("payment_source.paypal.attributes");
  expect(kept).toHaveProperty("payment_source.paypal.attributes.vault.usage_pattern", "IMMEDIATE");
  await approveAtPayPal(shop, tokenIn(second.info), "funded");
  await shop.work();
  expect(await savedOf(member)).toMatchObject([{ type: "paypal", usage: "on_session" }]);
});

test("case 105: a kept card that wants the bank's confirmation waits for it, and is paid once", async () => {
  const member = await keeper("pm_card_authenticationRequired");
  const id = await onlySaved(member);
  const { orderId, answer } = await tap(member, id);
  expect(answer).toMatchObject({
    code: 200,
    info: { order: { state: "processing", awaitsBank: true }, next: { type: "action" } },
  });
  expect(await cardCharges(orderId)).toBe(0);
  // The document of the card form asks once more, and joins the same payment.
  const again = await payBy(member, orderId, id);
  expect(again.info.next).toEqual(answer.info.next);
  await authenticate(shop, again.info);
  await expect
    .poll(() => shop.work().then(() => booksOf(shop, orderId)))
    .toMatchObject({ state: "paid", captures: 1, entitlements: 1 });
  expect(await cardCharges(orderId)).toBe(1);
});

test("case 105: a PayPal account whose owner has to approve once more is led there, and paid once", async () => {
  const member = await paypalKeeper("sca-later");
  const { orderId, answer } = await tap(member, await onlySaved(member));
  expect(answer).toMatchObject({
    code: 200,
    info: { order: { state: "pending", declined: null }, next: { type: "redirect" } },
  });
  await approveAtPayPal(shop, tokenIn(answer.info), "sca-later");
  await expect
    .poll(() => shop.work().then(() => booksOf(shop, orderId)))
    .toMatchObject({ state: "paid", captures: 1, entitlements: 1 });
});

test("case 106: the method of another person, a dead one and a removed one pay for nothing", async () => {
  const owner = await keeper();
  const other = await keeper();
  const [id, theirs] = [await onlySaved(owner), await onlySaved(other)];
  expect((await orderBy(owner, theirs)).code).toBe(404);
  const { info } = await orderBy(owner, id);
  const orderId = info.order.id;
  expect((await payBy(owner, orderId, theirs)).code).toBe(404);
  expect((await payBy(other, orderId, theirs)).code).toBe(404);
  expect((await payBy(owner, orderId, "nothing")).code).toBe(404);
  await shop.database.pool.query("update instrument set status = 'dead' where id = $1", [id]);
  expect((await payBy(owner, orderId, id)).code).toBe(404);
  expect(await savedOf(owner)).toEqual([]);
  await shop.database.pool.query(
    "update instrument set status = 'active', removed_at = now() where id = $1",
    [id],
  );
  expect((await payBy(owner, orderId, id)).code).toBe(404);
  expect((await booksOf(shop, orderId)).payments).toEqual([]);
});

test("case 106: a method kept for unlocks is never charged for a renewal", async () => {
  const member = await shop.subscribe(30);
  const { instrument_id: renewing } = await shop.stored(member.subscriptionId);
  // As a fault of ours or an edited row could leave it.
  await shop.database.pool.query("update instrument set usage = 'on_session' where id = $1", [renewing]);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(new Date(end.getTime() - 4 * 60_000));
  await shop.at(end);
  await shop.advance(2 * 86_400);
  await shop.work();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 106: a membership bought by a kept card asks its bank for later charges, and renews from then on", async () => {
  const member = await keeper("pm_card_authenticationRequiredOnSetup");
  const id = await onlySaved(member);
  const { info } = await orderBy(member, id, { plan: 0 });
  const paid = await payBy(member, info.order.id, id);
  expect(paid.info.next).toMatchObject({ type: "action" });
  await authenticate(shop, paid.info);
  await expect
    .poll(() => shop.work().then(() => instrumentsOf(member)))
    .toMatchObject([{ id, usage: "off_session" }]);
  const subscription = await shop.seen(member);
  expect(subscription).toMatchObject({ state: "active", renewalMode: "auto" });
  const stored = await shop.stored(subscription.id);
  expect(stored.instrument_id).toBe(id);
  await shop.at(new Date(stored.period_end.getTime() - 4 * 60_000));
  await shop.at(stored.period_end);
  expect(await shop.charges(subscription.id)).toEqual({ 1: 1, 2: 1 });
});

test("case 106: a kept PayPal account buys no membership, which PayPal has to agree to by itself", async () => {
  const member = await paypalKeeper();
  const refused = await orderBy(member, await onlySaved(member), { plan: 0 });
  expect([refused.code, refused.reason]).toEqual([500, "method_unavailable"]);
});

test("case 107: two taps at once are one attempt and one charge", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  const what = { seriesId: (await newSeries()).id, clientToken: "double-tap-1" };
  const orders = await Promise.all([orderBy(member, id, what), orderBy(member, id, what)]);
  const [orderId = "", ...more] = [...new Set(orders.map(({ info }) => info.order.id))];
  expect(more).toEqual([]);
  const answers = await Promise.all([1, 2, 3].map(() => payBy(member, orderId, id)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  await shop.work();
  const books = await booksOf(shop, orderId);
  expect([books.state, books.captures, books.attempts.length]).toEqual(["paid", 1, 1]);
  expect(await cardCharges(orderId)).toBe(1);
});

test("case 107: after five payments in an hour the full form takes over, until the hour is over", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  for (let n = 0; n < 5; n++) expect((await tap(member, id)).answer.info.order.state).toBe("paid");
  expect(await savedOf(member)).toEqual([]);
  const { orderId, answer } = await tap(member, id);
  expect([answer.code, answer.reason]).toEqual([500, "limit_reached"]);
  expect(answer.message).toMatch(/^Paying with one tap is not possible/);
  expect((await booksOf(shop, orderId)).payments).toEqual([]);
  // The form pays the same order.
  expect((await payOrder(member, orderId)).info.order.state).toBe("paid");
  await shop.advance(hour + 1);
  expect((await tap(member, id)).answer.info.order.state).toBe("paid");
});

test("case 107: payments by a saved method come to at most ten times the dearest unlock in a day", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  for (let n = 0; n < 10; n++) {
    if (n === 5) await shop.advance(hour + 1);
    expect((await tap(member, id)).answer.info.order.state).toBe("paid");
  }
  await shop.advance(hour + 1);
  expect((await tap(member, id)).answer.reason).toBe("limit_reached");
  await shop.advance(24 * hour);
  expect((await tap(member, id)).answer.info.order.state).toBe("paid");
});

test("case 107: a purchase that alone is beyond the day's limit goes to the full form", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  await shop.addPlan(3650);
  await unaudited(shop.database.pool).query(
    "update plan_price set amount = 99900 where plan_id = 'plan-3650'",
  );
  const { plans } = await saleOf(member);
  const { info } = await orderBy(member, id, {
    plan: plans.findIndex(({ periodDays }) => periodDays === 3650),
  });
  expect((await payBy(member, info.order.id, id)).reason).toBe("limit_reached");
});

test("case 107: a sign-in that is older than ninety days pays for nothing: the session has ended", async () => {
  const member = await keeper();
  const id = await onlySaved(member);
  for (let days = 0; days < 88; days += 22) {
    await shop.advance(22 * 86_400);
    expect((await member.call("GET", "/api/user/sessions")).code).toBe(200);
  }
  expect((await tap(member, id)).answer.info.order.state).toBe("paid");
  const { info } = await orderBy(member, id);
  await shop.advance(3 * 86_400);
  expect((await payBy(member, info.order.id, id)).code).toBe(404);
  expect(await savedOf(member)).toEqual([]);
});
