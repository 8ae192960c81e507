import { afterAll, beforeAll, expect, test } from "vitest";
import type { Email, WriteEmail } from "#platform/mail/email";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember, newAddress, type Person } from "#test/people";
import { buyAsGuest, orderOf, payOrder } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { defineReceiptMails } from "../mails/define-receipt-mails.ts";
import { defineSubscriptionMails } from "../mails/define-subscription-mails.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
let mailbox: TestSandbox;
const writers = new Map<string, WriteEmail<object>>();
beforeAll(async () => {
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox);
  // The worker's side of it: what the app queues is written here.
  const define = <T extends object>(kind: string, write: WriteEmail<T>) =>
    void writers.set(kind, write as WriteEmail<object>);
  const billing = { ...shop.billing, mail: { ...shop.billing.mail, define } };
  defineReceiptMails(billing);
  defineSubscriptionMails(billing);
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});

/** Writes an email as the worker does. */
const emailOf = async (kind: string, about: object): Promise<Email | null> =>
  (await writers.get(kind)?.(about)) ?? null;

/** Returns the code of the link in the email of a receipt; null where there is none. */
function codeIn(email: Email | null): string | null {
  const url = new URL(email?.button?.url ?? "https://x.example");
  return url.pathname === "/claim" ? url.searchParams.get("code") : null;
}

/** Buys a series as a guest who names this address. */
async function buySeries(guest: Person, email: string): Promise<string> {
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const { info } = await orderOf(guest, { seriesId: series.id, guest: { email } });
  expect((await payOrder(guest, info.order.id)).info.order.state).toBe("paid");
  return info.order.id;
}

async function membershipOf(guest: Person) {
  const { rows } = await shop.database.pool.query<{ id: string; period_end: Date }>(
    "select id, period_end from subscription where visitor_id = $1",
    [guest.id],
  );
  const [row] = rows;
  if (!row) throw new Error("No membership began");
  return row;
}

/** Returns the newest renewal of a membership. */
async function renewalOf(subscriptionId: string) {
  const { rows } = await shop.database.pool.query<{ id: string; state: string; email: string | null }>(
    `select id, state, email from purchase_order where subscription_id = $1 and kind = 'renewal'
    order by period_no desc limit 1`,
    [subscriptionId],
  );
  return rows[0];
}

/** Lets the next charge of a guest's card be declined. */
async function declineNext(guest: Person, outcome: string): Promise<void> {
  const { rows } = await shop.database.pool.query<{ token: string }>(
    "select token from instrument where visitor_id = $1 and usage = 'off_session'",
    [guest.id],
  );
  await shop.stripe.post("/declines", { outcome, of: rows[0]?.token, offSession: true });
}

async function pendingOf(guest: Person): Promise<string | null> {
  const { rows } = await shop.database.pool.query<{ pending_email: string | null }>(
    "select pending_email from visitor where id = $1",
    [guest.id],
  );
  return rows[0]?.pending_email ?? null;
}

test("case 99: the receipt of a guest proves the mailbox that it went to, and never the one that a later purchase named", async () => {
  const victim = await makeMember(shop);
  const mine = newAddress();
  const { guest, orderId } = await buyAsGuest(shop, mine, (await makeSeries(shop, { free: 1 })).id);
  const second = await buySeries(guest, victim.email);
  // Written after the second purchase: late, tried again, or sent again by an operator.
  const receipt = await emailOf("receipt", { orderId });
  expect(receipt?.to).toBe(mine);
  const code = codeIn(receipt);
  const answer = await guest.call("POST", "/api/user/link/redeem", { code: code ?? "" });
  expect(answer.reason).toBe("code_invalid");
  // The receipt of the second purchase goes to its own address, and proves that one.
  const theirs = await emailOf("receipt", { orderId: second });
  expect([theirs?.to, codeIn(theirs)]).toEqual([victim.email, expect.any(String)]);
});

test("case 99: a renewal goes to the address that the guest named last, and does not bring the mistyped one back", async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const { guest } = await buyAsGuest(shop, wrong);
  const membership = await membershipOf(guest);
  await buySeries(guest, right);
  await shop.at(membership.period_end);
  expect(await renewalOf(membership.id)).toMatchObject({ state: "paid", email: right });
  expect(await pendingOf(guest)).toBe(right);
});

test("case 99: a renewal that was open before the guest named another address leaves that one when it is paid", async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const { guest } = await buyAsGuest(shop, wrong);
  const membership = await membershipOf(guest);
  await declineNext(guest, "insufficient_funds");
  await shop.at(membership.period_end);
  expect(await renewalOf(membership.id)).toMatchObject({ state: "pending" });
  await buySeries(guest, right);
  await shop.at(later(membership.period_end, day));
  expect(await renewalOf(membership.id)).toMatchObject({ state: "paid" });
  expect(await pendingOf(guest)).toBe(right);
});

test("the receipt of a renewal goes to the address that its member has by then, and not to a mailbox that they left", async () => {
  const member = await shop.subscribe();
  const { period_end } = await shop.stored(member.subscriptionId);
  const email = newAddress();
  await shop.database.pool.query("update visitor set email = $2 where id = $1", [member.id, email]);
  await shop.at(period_end);
  const renewal = await renewalOf(member.subscriptionId);
  expect(renewal?.state).toBe("paid");
  expect((await emailOf("receipt", { orderId: renewal?.id }))?.to).toBe(email);
});

test("case 101: a guest with a membership gets its emails: a declined renewal, and the confirmation of the cancellation", async () => {
  const email = newAddress();
  const { guest } = await buyAsGuest(shop, email);
  const membership = await membershipOf(guest);
  await declineNext(guest, "authentication_required");
  await shop.at(membership.period_end);
  const renewal = await renewalOf(membership.id);
  expect(renewal?.state).toBe("pending");
  expect(await shop.mails(membership.id)).toContain("renewal-confirm");
  expect(await emailOf("renewal-confirm", { orderId: renewal?.id })).toMatchObject({ to: email });
  await shop.advance(60);
  expect((await guest.call("POST", "/api/payment/cancel", {})).code).toBe(200);
  expect(await emailOf("membership-cancelled", { subscriptionId: membership.id })).toMatchObject({
    to: email,
  });
});

test("an email about a membership is in the language of the purchase when a release before stored none of its guest", async () => {
  const { guest } = await buyAsGuest(shop, newAddress());
  const { id } = await membershipOf(guest);
  await shop.database.pool.query("update visitor set language = null where id = $1", [guest.id]);
  await shop.database.pool.query("update subscription set language = 'de' where id = $1", [id]);
  expect((await guest.call("POST", "/api/payment/cancel", {})).code).toBe(200);
  expect(await emailOf("membership-cancelled", { subscriptionId: id })).toMatchObject({ language: "de" });
});
