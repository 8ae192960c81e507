import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { makeSeries } from "#test/factories";
import { approveAtPayPal, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { makeGuest, type Person } from "#test/people";
import { booksOf, orderOf, plansFor } from "#test/purchases";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

/** Orders as a guest by PayPal, naming nobody, and returns the order and its id at PayPal. */
async function orderByPayPal(guest: Person, seriesId?: string) {
  const { info, reason } = await orderOf(guest, {
    ...(seriesId === undefined ? {} : { seriesId }),
    method: "paypal",
  });
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  return {
    orderId: info.order.id,
    remoteId: new URL(info.next?.url ?? "").searchParams.get("token") ?? "",
  };
}

const userOf = async (guest: Person) => (await guest.call<User>("GET", "/api/user")).info;

/** Returns the addresses that an order and its receipt name. */
async function addressesOf(orderId: string) {
  const { rows } = await shop.database.pool.query<{ email: string; buyer: string }>(
    "select o.email, r.content ->> 'buyer' as buyer from purchase_order o join receipt r on r.order_id = o.id where o.id = $1",
    [orderId],
  );
  return rows;
}

test("case 90: a guest who approves at PayPal needs no account: the series opens, and the receipt goes to the payer", async () => {
  const guest = await makeGuest(shop);
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  expect((await plansFor(guest)).forGuests).toBe(true);
  const { orderId, remoteId } = await orderByPayPal(guest, series.id);
  expect((await userOf(guest)).purchase, "nothing is known before the approval").toBeNull();
  await approveAtPayPal(shop, remoteId, `funded:${randomWord(6)}`);
  await shop.work();
  expect(await booksOf(shop, orderId)).toMatchObject({ captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  const [named] = await addressesOf(orderId);
  expect(named?.email).toMatch(/@example\.com$/);
  expect(named?.buyer).toBe(named?.email);
  const { kind, email, purchase } = await userOf(guest);
  expect([kind, email]).toEqual(["guest", null]);
  expect(purchase?.maskedEmail).toMatch(/^.…@e…$/);
  const { info } = await guest.call("POST", "/api/video/unlock", { seriesId: series.id });
  expect(info).toEqual({ unlocked: true, reason: "purchase" });
});

test("case 90: a guest's membership by PayPal renews by itself", async () => {
  const guest = await makeGuest(shop);
  const { orderId, remoteId } = await orderByPayPal(guest);
  await approveAtPayPal(shop, remoteId, `funded:${randomWord(6)}`);
  await shop.work();
  const { rows } = await shop.database.pool.query(
    "select s.state, s.renewal_mode from subscription s join purchase_order o on o.subscription_id = s.id where o.id = $1",
    [orderId],
  );
  expect(rows).toEqual([{ state: "active", renewal_mode: "auto" }]);
});

test("case 96: PayPal in one tab and a card in another charge once, whichever address the card names", async () => {
  const guest = await makeGuest(shop);
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const first = await orderByPayPal(guest, series.id);
  const { info } = await orderOf(guest, {
    seriesId: series.id,
    guest: { email: `${randomWord(6)}@example.com` },
  });
  const second = info.order.id;
  expect(second).not.toBe(first.orderId);
  await approveAtPayPal(shop, first.remoteId, `funded:${randomWord(6)}`);
  await shop.work();
  const captures = await Promise.all([first.orderId, second].map((id) => booksOf(shop, id)));
  expect(
    captures.map((one) => one.captures),
    "the order of the first tab is closed",
  ).toEqual([0, 0]);
  const { info: paid } = await guest.call<{ order: { state: string } }>("POST", "/api/payment/pay", {
    method: "card",
    orderId: second,
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Quint",
    email: "mara@example.com",
  });
  expect(paid.order.state).toBe("paid");
});

test("R43: a guest without cookies, whom nothing would know on the way back from PayPal, is asked for an account", async () => {
  const guest = await makeGuest(shop, { by: "header" });
  expect((await orderOf(guest, { method: "paypal" })).code).toBe(401);
});

test("a saved PayPal account is its owner's: a guest who names one has to sign in", async () => {
  const guest = await makeGuest(shop);
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const answer = await orderOf(guest, { seriesId: series.id, method: "saved", instrumentId: "unknown" });
  expect(answer.code).toBe(404);
});
