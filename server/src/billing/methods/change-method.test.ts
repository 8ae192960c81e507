import type { MethodChange, SavedMethod } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { crashAt } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { type MadeMember, makeMember } from "#test/people";
import { walletToken } from "#test/wallet";
import { later } from "../subscriptions/period.ts";
import { settleSetup } from "./settle-setup.ts";

const minute = 60_000;
const day = 1440 * minute;

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());
afterEach(() => shop.rest());

const open = (member: MadeMember, method: "card" | "wallet" | "paypal") =>
  member.call<MethodChange>("POST", "/api/payment/method", { method });
const give = (member: MadeMember, setupId: string, paymentMethod: string) =>
  member.call<MethodChange>("POST", "/api/payment/method", { setupId, paymentMethod });
/** Gives what was authorised in a wallet. */
const authorise = async (member: MadeMember, setupId: string, card?: string) =>
  member.call<MethodChange>("POST", "/api/payment/method", {
    setupId,
    confirmationToken: await walletToken(shop, { mode: "setup", currency: "usd" }, card),
  });
const read = async (member: MadeMember, setupId: string) =>
  (await member.call<MethodChange>("GET", `/api/payment/method?setupId=${setupId}`)).info;
const methodsOf = async (member: MadeMember) =>
  ((await member.call("GET", "/api/payment/methods")).data as { list: SavedMethod[] }).list;

async function tokenOf({ subscriptionId }: Subscriber): Promise<string> {
  const { rows } = await shop.database.pool.query<{ token: string }>(
    "select token from instrument join subscription s on s.instrument_id = instrument.id where s.id = $1",
    [subscriptionId],
  );
  return rows[0]?.token ?? "";
}

const isSaved = async (gateway: "stripe" | "paypal", token: string) =>
  (await shop.billing.gateways.get(gateway)?.fetchInstrument(token)) !== null;

/** Lets the renewal be declined by the former card. */
async function becomeOverdue(member: Subscriber): Promise<void> {
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, -4 * minute));
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect((await shop.seen(member)).state).toBe("past_due");
}

/** Approves a change at PayPal; returns where PayPal sends the browser. */
async function approve(change: MethodChange, buyer = "funded"): Promise<string> {
  const url = change.next && "url" in change.next ? new URL(change.next.url) : null;
  const orderId = url?.searchParams.get("approval_session_id") ?? "";
  return ((await shop.paypal.post("/approve", { orderId, buyer })) as { url: string }).url;
}

test("case 108: another card replaces the one that renews, once; the old one is deleted at Stripe, the new one is charged", async () => {
  const member = await shop.subscribe(30);
  const { info: begun } = await open(member, "card");
  expect(begun).toMatchObject({
    state: "open",
    next: { type: "card", url: `/order/easy?setup=${begun.setupId}` },
  });
  const { info: changed } = await give(member, begun.setupId, "pm_card_mastercard");
  expect(changed).toMatchObject({ state: "succeeded", next: null, declined: null });
  expect(await methodsOf(member)).toMatchObject([{ brand: "mastercard", renews: true }]);
  await shop.work();
  expect(await isSaved("stripe", member.card)).toBe(false);
  const token = await tokenOf(member);
  expect(await isSaved("stripe", token)).toBe(true);
  // Webhooks and pages that come later find nothing to do.
  await Promise.all([settleSetup(shop.billing, begun.setupId, "again"), read(member, begun.setupId)]);
  expect(await tokenOf(member)).toBe(token);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, -4 * minute));
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.seen(member)).toMatchObject({ state: "active", method: { brand: "mastercard" } });
});

test("case 108: a card that its bank asks about is saved by the webhook; a refused one may be followed by another", async () => {
  const member = await shop.subscribe(30);
  const { info: begun } = await open(member, "card");
  const refused = await give(member, begun.setupId, "pm_card_chargeDeclined");
  expect(refused.info).toMatchObject({ state: "open", declined: { reason: "card_declined" } });
  expect(await tokenOf(member)).toBe(member.card);
  const { info: asked } = await give(member, begun.setupId, "pm_card_authenticationRequired");
  expect(asked).toMatchObject({ state: "action", next: { type: "action" } });
  const secret = asked.next && "clientSecret" in asked.next ? asked.next.clientSecret : "";
  await shop.stripe.post(`/intents/${secret.split("_secret_")[0]}/authenticate`, { outcome: "pass" });
  await shop.work();
  expect((await read(member, begun.setupId)).state).toBe("succeeded");
  expect(await tokenOf(member)).not.toBe(member.card);
});

test("case 108: a wallet replaces the card that renews and stays named; its token is used once, and by its own kind of page only", async () => {
  const member = await shop.subscribe(30);
  const { info: begun } = await open(member, "wallet");
  expect(begun).toMatchObject({
    state: "open",
    next: { type: "card", url: `/order/easy?setup=${begun.setupId}` },
  });
  const giveToken = (confirmationToken: string) =>
    member.call("POST", "/api/payment/method", { setupId: begun.setupId, confirmationToken });
  // A token of a page that was opened for a payment saves nothing, nor one that is made up.
  const paid = await giveToken(
    await walletToken(shop, { amount: 1999, currency: "usd", usage: "off_session" }),
  );
  const madeUp = await giveToken("ctoken_madeup");
  expect([paid.reason, madeUp.reason]).toEqual(["card_refused", "card_refused"]);
  const declined = await authorise(member, begun.setupId, "tok_visa_chargeDeclined");
  expect(declined.info).toMatchObject({ state: "open", declined: { reason: "card_declined" } });
  expect(await tokenOf(member)).toBe(member.card);
  const { info: changed } = await authorise(member, begun.setupId, "tok_mastercard");
  expect(changed).toMatchObject({ state: "succeeded", next: null, declined: null });
  expect(await methodsOf(member)).toMatchObject([
    { wallet: "google_pay", brand: "mastercard", renews: true, usage: "off_session" },
  ]);
  await shop.work();
  expect(await isSaved("stripe", member.card)).toBe(false);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, -4 * minute));
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    method: { type: "wallet", wallet: "google_pay", brand: "mastercard" },
  });
});

test("case 108: a wallet whose bank asks is saved by the webhook, and pays an overdue renewal once, at once", async () => {
  const member = await shop.subscribe(30);
  await becomeOverdue(member);
  const { info: begun } = await open(member, "wallet");
  const { info: asked } = await authorise(member, begun.setupId, "tok_threeDSecure2Required");
  expect(asked).toMatchObject({ state: "action", next: { type: "action" } });
  expect((await shop.seen(member)).state).toBe("past_due");
  const secret = asked.next && "clientSecret" in asked.next ? asked.next.clientSecret : "";
  await shop.stripe.post(`/intents/${secret.split("_secret_")[0]}/authenticate`, { outcome: "pass" });
  // Only the webhook tells, and it takes its time.
  await expect.poll(() => shop.work().then(() => shop.seen(member))).toMatchObject({ state: "active" });
  expect((await shop.seen(member)).method?.type).toBe("wallet");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 108: PayPal replaces the card after the approval, by the return of the browser", async () => {
  const member = await shop.subscribe(30);
  const { info: begun } = await open(member, "paypal");
  expect(begun).toMatchObject({ state: "open", next: { type: "redirect" } });
  expect((await read(member, begun.setupId)).state).toBe("open");
  const back = await fetch(await approve(begun, "funded:back"), { redirect: "manual" });
  expect([back.status, back.headers.get("location")]).toEqual([302, "/individual"]);
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "auto", method: { type: "paypal" } });
  await shop.work();
  expect(await isSaved("stripe", member.card)).toBe(false);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, -4 * minute));
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 108, case 37: a card that is given while PayPal still decides whether it saves its account stays the method that renews", async () => {
  const member = await shop.subscribeByPayPal(30, "slow-vault:late");
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "manual", method: null });
  const { info: begun } = await open(member, "card");
  await shop.advance(1);
  expect((await give(member, begun.setupId, "pm_card_mastercard")).info.state).toBe("succeeded");
  await shop.advance(120);
  await shop.paypal.post("/deliver");
  await shop.work();
  expect(await methodsOf(member)).toHaveLength(2);
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "auto", method: { brand: "mastercard" } });
});

test("case 108: an approval whose browser never returned, and a lost answer of PayPal, are found by an inspection", async () => {
  const member = await shop.subscribe(30);
  const { info: begun } = await open(member, "paypal");
  await approve(begun, "funded:lost");
  await shop.paypal.post("/faults", {
    kind: "after",
    path: "/v3/vault/payment-tokens",
    method: "POST",
    n: 1,
  });
  await shop.advance(70);
  await shop.work();
  // Its key is forgotten too: the token is found by its customer, and not made a second time.
  await shop.advance(4 * 3600);
  await shop.work();
  expect((await read(member, begun.setupId)).state).toBe("succeeded");
  const methods = await methodsOf(member);
  expect(methods).toMatchObject([{ type: "paypal", renews: true }]);
});

test("case 108: an overdue renewal is charged once by the new card, at once, whoever settles the change", async () => {
  const member = await shop.subscribe(30);
  await becomeOverdue(member);
  const { info: begun } = await open(member, "card");
  await give(member, begun.setupId, "pm_card_mastercard");
  await Promise.all([
    settleSetup(shop.billing, begun.setupId, "webhook"),
    settleSetup(shop.billing, begun.setupId, "page"),
  ]);
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({ state: "active", method: { brand: "mastercard" } });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await isSaved("stripe", member.card)).toBe(false);
});

test("case 108: an overdue renewal whose gateway was away is charged later, once; a refused one stays overdue", async () => {
  const member = await shop.subscribe(30);
  await becomeOverdue(member);
  const { info: begun } = await open(member, "card");
  await shop.stripe.post("/faults", { kind: "500", path: "/v1/payment_intents/*", n: 3 });
  await give(member, begun.setupId, "pm_card_mastercard");
  expect((await shop.seen(member)).state).toBe("past_due");
  await shop.advance(180);
  await shop.work();
  expect((await shop.seen(member)).state).toBe("active");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });

  const poor = await shop.subscribe(30);
  await becomeOverdue(poor);
  const { info: second } = await open(poor, "card");
  const before = (await shop.refusals(poor.subscriptionId)).length;
  await give(poor, second.setupId, "pm_card_chargeCustomerFail");
  await shop.work();
  expect(await shop.seen(poor)).toMatchObject({ state: "past_due" });
  expect((await shop.refusals(poor.subscriptionId)).length).toBe(before + 1);
});

test("case 108: an overdue renewal whose process ended between the change and the charge is charged by an inspection, once", async () => {
  const member = await shop.subscribe(30);
  await becomeOverdue(member);
  const { info: begun } = await open(member, "card");
  crashAt(shop.billing, "stripe", "replaced", () => {
    throw new Error("The process ended");
  });
  expect((await give(member, begun.setupId, "pm_card_mastercard")).status).toBe(500);
  expect(await shop.seen(member)).toMatchObject({ state: "past_due", method: { brand: "mastercard" } });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  await shop.advance(180);
  await shop.work();
  expect((await shop.seen(member)).state).toBe("active");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 108: a change expires after a day, and what is approved later saves nothing", async () => {
  const member = await shop.subscribeByPayPal(30, "funded:late");
  const card = (await open(member, "card")).info;
  const paypal = (await open(member, "paypal")).info;
  await shop.at(later(shop.clock.now(), day + minute));
  expect((await read(member, card.setupId)).state).toBe("expired");
  expect((await give(member, card.setupId, "pm_card_visa")).reason).toBe("order_gone");
  await approve(paypal, "funded:other");
  expect((await read(member, paypal.setupId)).state).toBe("expired");
  expect(await tokenOf(member)).toBe(member.card);
});

test("case 108: a change belongs to its owner, needs a membership, and cards cannot be tested by it", async () => {
  const owner = await shop.subscribe(30);
  const { info: begun } = await open(owner, "card");
  const other = await makeMember(shop);
  expect((await open(other, "card")).reason).toBe("no_subscription");
  expect((await other.call("GET", `/api/payment/method?setupId=${begun.setupId}`)).code).toBe(404);
  expect((await give(other, begun.setupId, "pm_card_visa")).code).toBe(404);
  expect((await owner.call("POST", "/api/payment/method", { method: "cash" })).code).toBe(400);
  for (let n = 0; n < 5; n++) await give(owner, begun.setupId, "pm_card_chargeDeclined");
  expect((await read(owner, begun.setupId)).state).toBe("failed");
  const { info: second } = await open(owner, "card");
  for (let n = 0; n < 5; n++) await give(owner, second.setupId, "pm_card_chargeDeclined");
  expect((await open(owner, "card")).code).toBe(429);
  expect(await tokenOf(owner)).toBe(owner.card);
});

test("case 108: more than twenty changes of method a day are refused, and the next day there are more", async () => {
  const owner = await shop.subscribe(30);
  const codes: number[] = [];
  for (let n = 0; n < 21; n++) codes.push((await open(owner, "card")).code);
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  await shop.at(later(shop.clock.now(), 24 * 60 * minute));
  expect((await open(owner, "card")).code).toBe(200);
});
