import type { Method, Order, PlanList, User } from "@cliffhanger/contract";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { makeSeries } from "#test/factories";
import { authenticate, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { makeGuest, makeMember, newAddress, type Person } from "#test/people";
import { type Bought, booksOf, orderOf, payOrder, plansFor } from "#test/purchases";
import { unaudited } from "#test/unaudited";
import { walletToken } from "#test/wallet";

let shop: TestMemberships;
let api: { url: string; secret: string };
beforeAll(async () => {
  shop = await testMembershipsWithMail();
  const settings = shop.gateways.stripe;
  if (!settings?.apiUrl) throw new Error("The simulator has no address");
  api = { url: settings.apiUrl.origin, secret: settings.secretKey };
});
afterAll(() => shop.close());

const newSeries = () => makeSeries(shop, { free: 1, episodes: 3 });

/** Returns what an unlock of a series costs, as the page shows it. */
async function quoteOf(person: Person, seriesId: string) {
  const { info } = await person.call<PlanList>("GET", `/api/plan?seriesId=${seriesId}`);
  const { amount, currency } = info.unlock?.price ?? { amount: 0, currency: "" };
  return { amount, currency };
}

/** Orders a series by a wallet, as a guest or a member. */
async function orderByWallet(person: Person, seriesId: string, more: object = {}) {
  return orderOf(person, { seriesId, method: "wallet", quoted: await quoteOf(person, seriesId), ...more });
}

const payBy = (person: Person, orderId: string, confirmationToken: string) =>
  person.call<Bought>("POST", "/api/payment/pay", {
    method: "wallet",
    orderId,
    confirmationToken,
    wallet: "google_pay",
  });

/** Counts the charges of orders at the simulator. */
async function charges(...orderIds: string[]): Promise<number> {
  let count = 0;
  for (const id of orderIds)
    for (const { remote_id: remoteId } of (await booksOf(shop, id)).payments)
      if (remoteId !== null)
        count += ((await shop.stripe.get(`/money/intents/${remoteId}`)) as { charges: number }).charges;
  return count;
}

/** Creates a guest with an order of a series that waits to be paid. */
async function guestWithOrder(email = newAddress()) {
  const guest = await makeGuest(shop);
  const series = await newSeries();
  const quoted = await quoteOf(guest, series.id);
  const { info, reason } = await orderByWallet(guest, series.id, { guest: { email, name: "Mara Quint" } });
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  return { guest, series, quoted, email, orderId: info.order.id };
}

test("case 90: a guest pays by a wallet without an account: one charge, the series opens, and the receipt goes to the wallet's address", async () => {
  const { guest, series, quoted, email, orderId } = await guestWithOrder();
  const paid = await payBy(guest, orderId, await walletToken(shop, quoted));
  expect(paid.info.order).toMatchObject({
    state: "paid",
    paidWith: { type: "wallet", wallet: "google_pay", brand: "visa", last4: "4242" },
  });
  expect(await charges(orderId)).toBe(1);
  expect(await booksOf(shop, orderId)).toMatchObject({ captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  const unlocked = await guest.call("POST", "/api/video/unlock", { seriesId: series.id });
  expect(unlocked.info).toEqual({ unlocked: true, reason: "purchase" });
  const { rows } = await shop.database.pool.query("select content from receipt where order_id = $1", [
    orderId,
  ]);
  expect(rows[0].content).toMatchObject({ buyer: email, paidWith: { type: "wallet", wallet: "google_pay" } });
});

test("case 90: a guest's membership by a wallet saves the card, and the wallet is offered on the page", async () => {
  const guest = await makeGuest(shop);
  const { plans, methods } = await plansFor(guest);
  expect(methods.map(({ type }: Method) => type)).toEqual(["card", "paypal", "wallet"]);
  const { amount, currency } = plans[0]?.price ?? { amount: 0, currency: "" };
  const { info } = await orderOf(guest, {
    method: "wallet",
    quoted: { amount, currency },
    guest: { email: newAddress() },
  });
  const token = await walletToken(shop, { amount, currency, usage: "off_session" });
  expect((await payBy(guest, info.order.id, token)).info.order.state).toBe("paid");
  const { info: user } = await guest.call<User>("GET", "/api/user");
  expect([user.kind, user.membership.state]).toEqual(["guest", "active"]);
  const { rows } = await shop.database.pool.query(
    "select i.usage, i.wallet, s.renewal_mode from subscription s join instrument i on i.id = s.instrument_id where s.visitor_id = $1",
    [guest.id],
  );
  expect(rows).toEqual([{ usage: "off_session", wallet: "google_pay", renewal_mode: "auto" }]);
});

test("case 90: a guest without an address, or with a wrong one, gets no order", async () => {
  const guest = await makeGuest(shop);
  const { id } = await newSeries();
  expect((await orderByWallet(guest, id)).code).toBe(401);
  expect(await orderByWallet(guest, id, { guest: { email: "nobody" } })).toMatchObject({
    code: 400,
    reason: "email_invalid",
  });
  const { rows } = await shop.database.pool.query("select from purchase_order where visitor_id = $1", [
    guest.id,
  ]);
  expect(rows).toEqual([]);
});

test("case 92: a declined card leaves the order open, another card in the same sheet pays it once", async () => {
  const { guest, quoted, orderId } = await guestWithOrder();
  const declined = await payBy(guest, orderId, await walletToken(shop, quoted, "tok_visa_chargeDeclined"));
  expect([declined.code, declined.reason]).toEqual([500, "card_declined"]);
  expect((await booksOf(shop, orderId)).state).toBe("pending");
  const paid = await payBy(guest, orderId, await walletToken(shop, quoted, "tok_mastercard"));
  expect(paid.info.order.state).toBe("paid");
  expect(await booksOf(shop, orderId)).toMatchObject({ captures: 1, receipts: 1, sum: 0 });
});

test("case 92: a bank's 3-D Secure after the wallet is confirmed by the page, and the order is paid once", async () => {
  const { guest, quoted, orderId } = await guestWithOrder();
  const waiting = await payBy(guest, orderId, await walletToken(shop, quoted, "tok_threeDSecure2Required"));
  expect(waiting.info.next?.type).toBe("action");
  await authenticate(shop, waiting.info);
  expect((await guest.call<Order>("GET", `/api/payment?orderId=${orderId}`)).info.state).toBe("paid");
  expect((await booksOf(shop, orderId)).captures).toBe(1);
});

test("case 95: a token that was used, also for another order, and one for another amount charge nothing", async () => {
  const first = await guestWithOrder();
  const token = await walletToken(shop, first.quoted);
  await payBy(first.guest, first.orderId, token);
  await payBy(first.guest, first.orderId, token);
  expect(await charges(first.orderId)).toBe(1);

  const second = await guestWithOrder();
  const stolen = await payBy(second.guest, second.orderId, token);
  expect([stolen.code, stolen.reason]).toEqual([500, "card_refused"]);
  const cheap = await payBy(
    second.guest,
    second.orderId,
    await walletToken(shop, { ...second.quoted, amount: 50 }),
  );
  expect([cheap.code, cheap.reason]).toEqual([500, "card_refused"]);
  expect(await charges(second.orderId)).toBe(0);
  expect((await booksOf(shop, second.orderId)).state).toBe("pending");
});

test("case 95: the order of another person cannot be paid by a wallet", async () => {
  const { quoted, orderId } = await guestWithOrder();
  const other = await makeGuest(shop);
  expect((await payBy(other, orderId, await walletToken(shop, quoted))).code).toBe(404);
  expect(await charges(orderId)).toBe(0);
});

test("case 96: a double press of the wallet's button is one order and one charge", async () => {
  const guest = await makeGuest(shop);
  const series = await newSeries();
  const quoted = await quoteOf(guest, series.id);
  const clientToken = randomWord(16);
  const press = async () => {
    const asked = { clientToken, guest: { email: "mara@example.com" } };
    const { info } = await orderByWallet(guest, series.id, asked);
    await payBy(guest, info.order.id, await walletToken(shop, quoted));
    return info.order.id;
  };
  const ids = await Promise.all([press(), press(), press()]);
  await shop.work();
  expect(new Set(ids).size).toBe(1);
  expect(await charges(ids[0] ?? "")).toBe(1);
});

test("case 96: a wallet in one tab and a card in another, with other addresses, charge once", async () => {
  const guest = await makeGuest(shop);
  const series = await newSeries();
  const quoted = await quoteOf(guest, series.id);
  const byWallet = async () => {
    const { info } = await orderByWallet(guest, series.id, { guest: { email: newAddress() } });
    if (info) await payBy(guest, info.order.id, await walletToken(shop, quoted));
    return info?.order.id;
  };
  const byCard = async () => {
    const { info } = await orderOf(guest, { seriesId: series.id, guest: { email: newAddress() } });
    if (info) await payOrder(guest, info.order.id);
    return info?.order.id;
  };
  const ids = await Promise.all([byWallet(), byCard(), byWallet()]);
  await shop.work();
  expect(await charges(...new Set(ids.flatMap((id) => id ?? [])))).toBe(1);
  const { rows } = await shop.database.pool.query(
    "select from entitlement where visitor_id = $1 and revoked_at is null",
    [guest.id],
  );
  expect(rows).toHaveLength(1);
});

test("case 97: whoever pays at once names the price that was shown, by card as well, and another one is refused", async () => {
  const guest = await makeGuest(shop);
  const series = await newSeries();
  const quoted = await quoteOf(guest, series.id);
  const request = { seriesId: series.id, guest: { email: newAddress() } };
  const wrong = await orderOf(guest, { ...request, quoted: { ...quoted, amount: quoted.amount - 100 } });
  expect([wrong.code, wrong.reason]).toEqual([500, "price_changed"]);
  expect((await orderOf(guest, { ...request, quoted })).code).toBe(200);
});

test("case 97: a price that changed after the page was shown is refused before anything is authorised, and then shown", async () => {
  const guest = await makeGuest(shop);
  const series = await newSeries();
  const quoted = await quoteOf(guest, series.id);
  const buyer = { guest: { email: newAddress() } };
  // An order at the former price waits in another tab.
  const before = await orderByWallet(guest, series.id, buyer);
  await unaudited(shop.database.pool).query("update series set unlock_price = $2 where id = $1", [
    series.id,
    JSON.stringify({ [quoted.currency]: quoted.amount + 100 }),
  ]);
  const late = await orderOf(guest, { seriesId: series.id, method: "wallet", quoted, ...buyer });
  expect([late.code, late.reason]).toEqual([500, "price_changed"]);
  const seen = await quoteOf(guest, series.id);
  expect(seen.amount).toBe(quoted.amount + 100);
  const again = await orderByWallet(guest, series.id, buyer);
  expect(again.info.order.total.amount).toBe(seen.amount);
  const stale = await payBy(guest, before.info.order.id, await walletToken(shop, quoted));
  expect(stale.reason).toBe("order_gone");
  await payBy(guest, again.info.order.id, await walletToken(shop, seen));
  expect(await charges(before.info.order.id, again.info.order.id)).toBe(1);
});

test("case 74: fifty made-up tokens by one guest are the customer's fault, count against the limit, and nothing is charged", async () => {
  const { guest, orderId } = await guestWithOrder();
  const answers = new Set<string>();
  const attempts = async () => (await booksOf(shop, orderId)).attempts.length;
  for (let n = 0; n < 50; n++) {
    const { code, reason } = await payBy(guest, orderId, `ctoken_madeup${n}`);
    answers.add(`${code} ${reason}`);
  }
  expect(answers).toContain("500 card_refused");
  expect(await attempts()).toBeLessThanOrEqual(10);
  expect([...answers].join()).not.toContain("merchant_fault");
  expect(await charges(orderId)).toBe(0);
  expect((await plansFor(guest)).methods.map(({ type }) => type)).toContain("wallet");
});

test("case 98: a new address and one with an account get the same answers, except for ids and times", async () => {
  const member = await makeMember(shop);
  const answersFor = async (email: string) => {
    const { guest, quoted, orderId } = await guestWithOrder(email);
    const opened = await guest.call("GET", `/api/payment?orderId=${orderId}`);
    const paid = await payBy(guest, orderId, await walletToken(shop, quoted));
    const user = await guest.call<User>("GET", "/api/user");
    const orders = await guest.call("GET", "/api/payment");
    const text = JSON.stringify(
      [opened, paid, user, orders].map(({ code, status, info }) => ({ code, status, info })),
    );
    return (
      text
        .replaceAll(email, "address")
        // Its initials are those of what was typed.
        .replaceAll(/"maskedEmail":"[^"]*"/g, "masked")
        .replaceAll(/"(id|number|seriesId|eventId|referrerToken|title|receiptUrl)":"[^"]*"/g, '"$1":""')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    );
  };
  expect(await answersFor(member.email)).toBe(await answersFor(newAddress()));
});

test("the SDK reads a token, and refuses it once it was used", async () => {
  const { hostname: host, port } = new URL(api.url);
  const stripe = new Stripe(api.secret, { host, port, protocol: "http", telemetry: false });
  const token = await stripe.testHelpers.confirmationTokens.create({ payment_method: "pm_card_visa" });
  const intent = () =>
    stripe.paymentIntents.create({ amount: 500, currency: "usd", allowed_payment_method_types: ["card"] });
  const { id } = await intent();
  const paid = await stripe.paymentIntents.confirm(id, { confirmation_token: token.id, return_url: api.url });
  expect(paid.status).toBe("succeeded");
  expect((await stripe.confirmationTokens.retrieve(token.id)).payment_intent).toBe(id);
  const other = await intent();
  await expect(
    stripe.paymentIntents.confirm(other.id, { confirmation_token: token.id, return_url: api.url }),
  ).rejects.toMatchObject({ param: "confirmation_token" });
});
