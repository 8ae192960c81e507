import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepPartitions, nameOf } from "#platform/db/partitions";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf, type MadeOrder, makeOrder } from "#test/orders";
import { hintPartitions, logPartitions } from "../records/webhooks/repository.ts";
import { handleInbox } from "./inbox.ts";
import { storeHint } from "./receive.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app?.close());

interface StoredHint {
  type: string;
  state: string;
  tries: number;
}

/** Waits for a number of webhooks about an object, then returns them. */
async function arrived(about: string, count: number): Promise<StoredHint[]> {
  const read = async () => {
    const { rows } = await app.database.pool.query<StoredHint>(
      "select type, state, tries from webhook_inbox where subject::text like '%' || $1 || '%' order by type",
      [about],
    );
    return rows;
  };
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count);
  return read();
}

/** Handles due webhook events until there are none. */
async function follow(): Promise<void> {
  while ((await handleInbox(app.billing)) > 0);
}

const paid = { state: "paid", captures: 1, receipts: 1, rights: 1 };
const nothing = { captures: 0, receipts: 0, rights: 0, ledger: {} };
const books = (order: MadeOrder) => booksOf(app, order);
const newest = async (type: string) =>
  ((await app.stripe.get(`/events?type=${type}&limit=1`)) as { events: { id: string }[] }).events[0]?.id ??
  "";

describe("payments", () => {
  test("R47, R48: a charge whose outcome was not stored is fulfilled as soon as its webhook arrives", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    expect(await books(order)).toMatchObject({ state: "processing", ...nothing });
    await arrived(order.remoteId, 1);
    await follow();
    expect(await books(order)).toMatchObject({
      ...paid,
      ledger: { revenue: -699, gateway_fees: 50, gateway_clearing: 649 },
    });
    expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "done", tries: 1 }]);
  });

  test("O22: an event that is delivered again over a month's end has one effect, also after its month was archived", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await arrived(order.remoteId, 1);
    await follow();
    const before = await books(order);
    expect(before).toMatchObject(paid);
    const { rows } = await app.database.pool.query(
      "select event_id, type, subject from webhook_inbox where subject::text like '%' || $1 || '%' limit 1",
      [order.remoteId],
    );
    const { event_id: eventId, type, subject } = rows[0];
    const again = () => storeHint(app.billing, "stripe", { eventId, type, subject }, null);
    await app.advance(31 * 86_400);
    for (const partitioned of [hintPartitions, logPartitions])
      await keepPartitions(app.database.upkeep, partitioned, app.clock.now());
    expect(await Promise.all([again(), again()])).toEqual([false, false]);
    const month = nameOf(hintPartitions, new Date(app.clock.now().getTime() - 31 * 86_400_000));
    await app.database.pool.query(`drop table ${month}`);
    expect((await Promise.all([again(), again(), again()])).filter(Boolean)).toHaveLength(1);
    await follow();
    expect(await books(order)).toEqual(before);
    expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "done" }]);
  });

  test("R48: an outcome that our records already hold is not fetched again", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await arrived(order.remoteId, 1);
    await follow();
    const fetches = async () => {
      const { requests } = (await app.stripe.get("/requests")) as { requests: { path: string }[] };
      return requests.filter(({ path }) => path.endsWith(order.remoteId)).length;
    };
    const before = await fetches();
    await app.database.pool.query("update webhook_inbox set state = 'new', next_at = received_at");
    await follow();
    expect(await fetches()).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  test("case 25: a webhook that arrives before our own row waits for it, and then fulfils the order", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa", noted: false });
    await arrived(order.remoteId, 1);
    await follow();
    expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "new", tries: 1 }]);
    expect(await books(order)).toMatchObject(nothing);
    await app.database.pool.query("update payment set remote_id = $1 where id = $2", [
      order.remoteId,
      order.paymentId,
    ]);
    await follow();
    expect(await books(order)).toMatchObject(nothing);
    await app.advance(5);
    await follow();
    expect(await books(order)).toMatchObject(paid);
  });

  test("case 25: a webhook about an object that stays unknown fails after twelve tries, and goes to manual review", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa", noted: false });
    await arrived(order.remoteId, 1);
    for (let tries = 1; tries <= 12; tries++) {
      await follow();
      const state = tries < 12 ? "new" : "failed";
      expect(await arrived(order.remoteId, 1)).toMatchObject([{ state, tries }]);
      await app.advance(3_600);
    }
    await follow();
    expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "failed", tries: 12 }]);
  });

  test("cases 31 and 32: a payment that the bank reviews delivers nothing until it is approved, and never if it is declined", async () => {
    for (const [end, state, rights] of [
      ["succeeded", "paid", 1],
      ["generic_decline", "failed", 0],
    ] as const) {
      await app.stripe.post("/declines", { outcome: "processing", seconds: 3 * 86_400, end });
      const order = await makeOrder(app, { card: "pm_card_visa" });
      await arrived(order.remoteId, 1);
      await follow();
      expect(await books(order)).toMatchObject({ state: "processing", ...nothing });
      await app.advance(3 * 86_400 + 60);
      await arrived(order.remoteId, 2);
      await follow();
      expect(await books(order)).toMatchObject({ state, rights });
    }
  });

  /** Charges at the gateway, which misreports the payment. */
  async function misreported(fields: object): Promise<MadeOrder> {
    const order = await makeOrder(app);
    await app.stripe.post("/misreport", { fields });
    await app.billing.gateways.get("stripe")?.charge({
      key: `pay_${order.paymentId}:confirm:1`,
      remoteId: order.remoteId,
      initiator: "customer",
      token: "pm_card_visa",
      saveInstrument: false,
      billing: null,
      returnUrl: app.origin,
    });
    return order;
  }

  test.each([
    ["case 28", "in another mode", { livemode: true }],
    ["case 29", "of another amount", { amount: 700, amount_received: 700 }],
    ["case 29", "in another currency", { currency: "eur" }],
    ["case 30", "as taken in part", { amount_received: 600 }],
  ])(
    "%s: a payment that is reported %s delivers nothing, and goes to manual review",
    async (_case, _what, fields) => {
      const order = await misreported(fields);
      await arrived(order.remoteId, 1);
      await follow();
      expect(await books(order)).toMatchObject({ state: "review", rights: 0, receipts: 0 });
    },
  );

  test("case 28: a payment with another system's mark is ignored, and delivers nothing", async () => {
    const order = await misreported({ metadata: { app: "another" } });
    const id = await newest("payment_intent.succeeded");
    const stateOf = async () => {
      const { rows } = await app.database.pool.query("select state from webhook_inbox where event_id = $1", [
        id,
      ]);
      return rows[0]?.state;
    };
    await expect.poll(stateOf).toBe("ignored");
    await follow();
    expect(await books(order)).toMatchObject({ state: "pending", ...nothing });
  });
});

describe("refunds", () => {
  test("case 56: a refund made in the dashboard is in our records, in part and in full", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await app.stripe.post(`/charges/${order.remoteId}/refund`, { amount: 200 });
    await arrived(order.remoteId, 2);
    await follow();
    expect(await books(order)).toMatchObject({ ...paid, state: "partially_refunded", refunded: 200 });
    await app.stripe.post(`/charges/${order.remoteId}/refund`);
    await arrived(order.remoteId, 3);
    await follow();
    expect(await books(order)).toMatchObject({ state: "refunded", rights: 0, refunded: 699, captures: 1 });
  });

  test("case 26: events in reverse order, all at once or fifty times over have the same result", async () => {
    await app.stripe.post("/deliveries/plan", { action: "hold" });
    const [forwards, backwards] = [
      await makeOrder(app, { card: "pm_card_visa" }),
      await makeOrder(app, { card: "pm_card_visa" }),
    ];
    for (const { remoteId } of [forwards, backwards]) await app.stripe.post(`/charges/${remoteId}/refund`);
    const refund = await newest("refund.created");
    const success = await newest("payment_intent.succeeded");
    await app.stripe.post("/deliveries/release", { reversed: true });
    await app.stripe.post("/deliveries/plan", {});
    await Promise.all([refund, success].map((id) => app.stripe.post(`/events/${id}/again`, { times: 50 })));
    await arrived(forwards.remoteId, 2);
    await arrived(backwards.remoteId, 2);
    await Promise.all([follow(), follow(), follow()]);
    const end = {
      state: "refunded",
      captures: 1,
      receipts: 1,
      rights: 0,
      refunded: 699,
      ledger: { revenue: -699, refunds: 699, gateway_fees: 50, gateway_clearing: -50 },
    };
    expect(await books(forwards)).toEqual(end);
    expect(await books(backwards)).toEqual(end);
  });

  test("case 28: a refund by another system in the same account is fetched once and ignored", async () => {
    const settings = app.gateways.stripe;
    const theirs = await fetch(new URL("/v1/payment_intents", settings.apiUrl ?? ""), {
      method: "POST",
      headers: { authorization: `Bearer ${settings.secretKey}` },
      body: "amount=500&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com",
    });
    const { id } = (await theirs.json()) as { id: string };
    await app.stripe.post(`/charges/${id}/refund`);
    await arrived(id, 1);
    await follow();
    expect(await arrived(id, 1)).toMatchObject([{ type: "refund.created", state: "ignored", tries: 1 }]);
  });
});

describe("disputes", () => {
  const held = { revenue: -699, gateway_fees: 50 + 1_500, gateway_clearing: -50 - 1_500, dispute_hold: 699 };

  test("case 55: a disputed purchase is suspended, and restored when the dispute is won", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await app.stripe.post(`/charges/${order.remoteId}/dispute`);
    await arrived(order.remoteId, 3);
    await follow();
    expect(await books(order)).toMatchObject({ state: "disputed", rights: 0, ledger: held });
    await app.stripe.post(`/disputes/${order.remoteId}/close`, { outcome: "won" });
    await arrived(order.remoteId, 5);
    await follow();
    expect(await books(order)).toMatchObject({
      ...paid,
      ledger: { revenue: -699, gateway_fees: 50, gateway_clearing: 649 },
    });
  });

  test("case 55: a lost dispute takes effect even if its opening was never reported", async () => {
    await app.stripe.post("/deliveries/plan", { action: "drop", types: "charge.dispute.created" });
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await app.stripe.post("/deliveries/plan", { action: "drop" });
    await app.stripe.post(`/charges/${order.remoteId}/dispute`);
    await app.stripe.post("/deliveries/plan", {});
    await app.stripe.post(`/disputes/${order.remoteId}/close`, { outcome: "lost" });
    await arrived(order.remoteId, 2);
    await follow();
    // The dispute may be handled before the payment that it is about.
    await app.advance(60);
    await follow();
    const { dispute_hold: _none, ...ledger } = held;
    expect(await books(order)).toMatchObject({
      state: "refunded",
      rights: 0,
      ledger: { ...ledger, refunds: 699 },
    });
  });
});

describe("faults", () => {
  test("case 18: while the records cannot be written, a webhook is stored, and handled later", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await arrived(order.remoteId, 1);
    const client = await app.database.pool.connect();
    try {
      await client.query("begin");
      await client.query("select from purchase_order where id = $1 for update", [order.id]);
      await follow();
      expect(await books(order)).toMatchObject({ state: "processing", ...nothing });
    } finally {
      await client.query("rollback");
      client.release();
    }
    await app.advance(5);
    await follow();
    expect(await books(order)).toMatchObject(paid);
  });

  test("case 17: while the gateway does not answer, a webhook event is handled later", async () => {
    const order = await makeOrder(app, { card: "pm_card_visa" });
    await arrived(order.remoteId, 1);
    // As many as one inspection makes.
    await app.stripe.post("/faults", { kind: "500", method: "GET", path: "/v1/payment_intents/*", n: 3 });
    await follow();
    expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "new", tries: 1 }]);
    await app.advance(5);
    await follow();
    expect(await books(order)).toMatchObject(paid);
  });

  test("R48: however many nodes run at once, each webhook event is handled by one of them", async () => {
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => makeOrder(app, { card: "pm_card_visa" })),
    );
    for (const { remoteId } of orders) await arrived(remoteId, 1);
    await Promise.all([follow(), follow(), follow(), follow()]);
    for (const order of orders) {
      expect(await arrived(order.remoteId, 1)).toMatchObject([{ state: "done", tries: 1 }]);
      expect(await books(order)).toMatchObject(paid);
    }
  });
});

describe("saved cards", () => {
  /** Attaches a card to a customer at the gateway and stores it here; returns its token. */
  async function saveCard(): Promise<string> {
    const gateway = app.billing.gateways.get("stripe");
    const { id, remoteId } = await makeOrder(app);
    const customer = (await gateway?.customer({ key: `cus_${id}`, visitorId: id, email: null })) ?? "";
    const { apiUrl, secretKey } = app.gateways.stripe;
    const call = (path: string, form: string) =>
      fetch(new URL(path, apiUrl ?? ""), {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: form,
      });
    const attached = await call("/v1/payment_methods/pm_card_visa/attach", `customer=${customer}`);
    const { id: token } = (await attached.json()) as { id: string };
    await app.database.pool.query(
      `insert into instrument (id, gateway, token, customer, kind, brand, last4, exp_month, exp_year, created_at)
      values ($1, 'stripe', $2, $3, 'card', 'visa', '4242', 1, 2027, $4)`,
      [remoteId.slice(0, 26), token, customer, app.clock.now()],
    );
    return token;
  }
  const cardOf = async (token: string) => {
    const { rows } = await app.database.pool.query(
      "select status, last4, exp_month, exp_year from instrument where token = $1",
      [token],
    );
    return rows[0];
  };

  test("case 43: a card that its bank replaced is shown with its new numbers", async () => {
    const token = await saveCard();
    await app.stripe.post(`/payment-methods/${token}/update`, {
      exp_month: 7,
      exp_year: 2033,
      last4: "1881",
    });
    await arrived(token, 1);
    await follow();
    expect(await cardOf(token)).toEqual({ status: "active", last4: "1881", exp_month: 7, exp_year: 2033 });
  });

  test("case 38: a card that was detached at the gateway is dead here", async () => {
    const token = await saveCard();
    await app.stripe.post(`/payment-methods/${token}/detach`);
    await arrived(token, 1);
    await follow();
    expect(await cardOf(token)).toMatchObject({ status: "dead" });
  });

  test("an unknown card is not ours", async () => {
    const token = await saveCard();
    await app.database.pool.query("delete from instrument where token = $1", [token]);
    await app.stripe.post(`/payment-methods/${token}/detach`);
    await arrived(token, 1);
    await follow();
    expect(await arrived(token, 1)).toMatchObject([{ state: "ignored" }]);
  });
});
