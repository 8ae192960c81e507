import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { approveAtPayPal, type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { type Bought, payOrder } from "#test/purchases";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
  await shop.addPlan(1);
});
afterAll(() => shop.close());
afterEach(() => shop.rest());

/** Returns the token that the next renewal will charge, or null. */
async function nextToken({ subscriptionId }: Subscriber): Promise<string | null> {
  const { rows } = await shop.database.pool.query<{ token: string }>(
    "select token from instrument join subscription s on s.instrument_id = instrument.id where s.id = $1",
    [subscriptionId],
  );
  return rows[0]?.token ?? null;
}

/** Lets a membership reach the end of its period several times. */
async function renew({ subscriptionId }: Subscriber, times: number): Promise<void> {
  for (let no = 0; no < times; no++) {
    await shop.at(later((await shop.stored(subscriptionId)).period_end, -4 * 60_000));
    await shop.at((await shop.stored(subscriptionId)).period_end);
  }
}

async function instrumentRows(member: Subscriber): Promise<{ token: string; status: string }[]> {
  const { rows } = await shop.database.pool.query<{ token: string; status: string }>(
    "select token, status from instrument where visitor_id = $1 order by id",
    [member.id],
  );
  return rows;
}

test.each([1, 7, 30, 365])(
  "case 68: a PayPal membership of %i days renews four times by the same saved account, and each period is charged once",
  async (days) => {
    const member = await shop.subscribeByPayPal(days, `funded:four${days}`);
    expect(member.card).not.toBe("");
    for (let no = 2; no <= 5; no++) {
      await renew(member, 1);
      expect([no, await shop.seen(member)]).toMatchObject([
        no,
        { state: "active", renewalMode: "auto", method: { type: "paypal" }, payOrderId: null },
      ]);
      expect(await nextToken(member)).toBe(member.card);
    }
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 });
    expect(await instrumentRows(member)).toEqual([{ token: member.card, status: "active" }]);
  },
);

test("case 68: the payment of a renewal names the saved instrument that was charged", async () => {
  const [byPayPal, byCard] = [await shop.subscribeByPayPal(30, "funded:named"), await shop.subscribe(30)];
  for (const member of [byPayPal, byCard]) {
    await renew(member, 1);
    const { rows } = await shop.database.pool.query(
      `select distinct token from payment p join purchase_order o on o.id = p.order_id
        join instrument i on i.id = p.instrument_id where o.subscription_id = $1 and p.initiator = 'merchant'`,
      [member.subscriptionId],
    );
    expect(rows).toEqual([{ token: member.card }]);
  }
});

/** Pays the open renewal by a link, through PayPal. */
async function payByLink(member: Subscriber, buyer: string): Promise<string> {
  const { payOrderId } = await shop.seen(member);
  const asked = await member.call<Bought>("POST", "/api/payment/pay", {
    orderId: payOrderId,
    method: "paypal",
  });
  expect(asked.reason).toBe("paypal_not_approved");
  const { rows } = await shop.database.pool.query<{ remote_id: string }>(
    "select remote_id from payment where order_id = $1 and gateway = 'paypal' and initiator = 'customer'",
    [payOrderId],
  );
  await approveAtPayPal(shop, rows[0]?.remote_id ?? "", buyer);
  await shop.work();
  return payOrderId ?? "";
}

test("case 70: after a renewal paid by link with an instrument that cannot be saved, the active card renews the next period", async () => {
  const member = await shop.subscribe(30);
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await renew(member, 1);
  expect((await shop.seen(member)).state).toBe("past_due");
  const orderId = await payByLink(member, "no-vault:link");
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    renewalMode: "auto",
    method: { type: "card", last4: "4242" },
  });
  expect(await nextToken(member)).toBe(member.card);
  const order = (await member.call("GET", `/api/payment?orderId=${orderId}`)).info;
  expect(order).toMatchObject({ paidWith: { type: "paypal" }, renewalMode: "auto" });
  await renew(member, 1);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("case 70: without a chargeable instrument, a payment by link makes the membership manual", async () => {
  const member = await shop.subscribe(30);
  await shop.stripe.post("/declines", { outcome: "stolen_card", of: member.card, offSession: true });
  await renew(member, 1);
  await payByLink(member, "no-vault:last");
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "manual", method: null });
});

test("case 70: a renewal paid by link with an account that PayPal saves replaces the card, even if saving takes a while", async () => {
  for (const buyer of ["funded:swap", "slow-vault:swap"]) {
    const member = await shop.subscribe(30);
    await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
    await renew(member, 1);
    await payByLink(member, buyer);
    await shop.advance(120);
    await shop.paypal.post("/deliver");
    await shop.work();
    expect(await shop.seen(member)).toMatchObject({ renewalMode: "auto", method: { type: "paypal" } });
    await renew(member, 1);
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  }
});

test("case 68: a card that was declined on the link changes nothing about the account that renews", async () => {
  const member = await shop.subscribeByPayPal(30, "funded:tries");
  // Other members whose periods end meanwhile may be declined as well.
  await shop.paypal.post("/captures/merchant-initiated/next", { issue: "INSTRUMENT_DECLINED", n: 100 });
  await renew(member, 1);
  await shop.paypal.post("/plans/clear");
  const { payOrderId } = await shop.seen(member);
  const tried = await payOrder(member, payOrderId ?? "", "pm_card_chargeDeclined");
  expect(tried.reason).toBe("card_declined");
  await shop.at(later(shop.clock.now(), day));
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    renewalMode: "auto",
    method: { type: "paypal" },
  });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});
