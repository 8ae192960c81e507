import type { Order, PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { type MadeMember, makeMember } from "#test/people";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app?.close());

type Opened = { order: Order; next: { type: string; url: string } | null };

/** Makes a member who was redirected to PayPal, for a membership of 30 days or for one series. */
async function atPayPal(what: "subscribe" | "unlock", by?: MadeMember) {
  const member = by ?? (await makeMember(app));
  const { info } = await member.call<PlanList>("GET", "/api/plan");
  const plan = info.plans.find(({ periodDays }) => periodDays === 30);
  const seriesId = what === "unlock" ? (await makeSeries(app)).id : undefined;
  const { info: opened } = await member.call<Opened>("POST", "/api/payment/order", {
    kind: what,
    ...(seriesId ? { seriesId } : { planId: plan?.id }),
    method: "paypal",
    clientToken: randomWord(12),
    consent: { version: info.consent.version, accepted: true },
  });
  const { order, next } = opened;
  const remoteId = new URL(next?.url ?? "").searchParams.get("token") ?? "";
  return { member, order, seriesId, remoteId, url: next?.url ?? "" };
}

type At = Awaited<ReturnType<typeof atPayPal>>;

async function approve({ remoteId }: At, buyer = "funded"): Promise<string> {
  const { url } = (await app.paypal.post("/approve", { orderId: remoteId, buyer })) as { url: string };
  return url;
}

/** Follows a URL as the browser does after PayPal; returns where our answer leads. */
async function follow(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  return response.headers.get("location") ?? "";
}

async function orderOf({ member, order }: At): Promise<Order> {
  return (await member.call<Order>("GET", `/api/payment?orderId=${order.id}`)).info;
}

async function capturesOf({ remoteId }: At): Promise<number> {
  const { capturesByOrder } = (await app.paypal.get("/money")) as { capturesByOrder: Record<string, number> };
  return capturesByOrder[remoteId] ?? 0;
}

/** Lets a period pass. The session has ended by then, so the member signs in again. */
async function aPeriodLater({ member }: At): Promise<void> {
  await app.advance(30 * 86_400 + 60);
  await app.work();
  const { email, password } = member;
  await member.call("POST", "/api/user/login", { email, password });
}

/** Expects what every paid order leaves, once: one active entitlement, a balanced ledger, one receipt. */
async function expectGivenOnce({ order }: At): Promise<void> {
  const count = async (sql: string) =>
    Number((await app.database.pool.query<{ n: string }>(sql, [order.id])).rows[0]?.n);
  expect(
    await count("select count(*) as n from entitlement where source_id = $1 and revoked_at is null"),
  ).toBe(1);
  expect(await count("select count(*) as n from receipt where order_id = $1 and kind = 'receipt'")).toBe(1);
  expect(
    await count(
      "select coalesce(sum(amount), 0) as n from ledger_entry join ledger_txn on id = txn_id where order_id = $1",
    ),
  ).toBe(0);
}

test("R6, R84: a buyer who approves at PayPal returns to a paid order, and the account is saved for renewals", async () => {
  const at = await atPayPal("subscribe");
  expect(await follow(await approve(at))).toBe(`/order/result?order=${at.order.id}`);
  const order = await orderOf(at);
  expect(order).toMatchObject({ state: "paid", renewalMode: "auto", paidWith: { type: "paypal" } });
  expect(order.paidWith).not.toMatchObject({ email: expect.stringMatching(/^[a-z]{3,}@/) });
  expect(await capturesOf(at)).toBe(1);
  await expectGivenOnce(at);
  await app.work();
  await expectGivenOnce(at);
});

test("R84: no page of ours ever gets PayPal's token, and a program gets JSON if it asks for it", async () => {
  const at = await atPayPal("unlock");
  const url = await approve(at);
  const response = await fetch(url, { redirect: "manual", headers: { accept: "application/json" } });
  expect(await response.json()).toMatchObject({ info: { url: `/order/result?order=${at.order.id}` } });
  expect((await orderOf(at)).state).toBe("paid");
});

test("case 34: a buyer who cancels at PayPal may try again, and a forged URL does not undo a payment", async () => {
  const at = await atPayPal("unlock");
  const { url } = (await app.paypal.post("/cancel", { orderId: at.remoteId })) as { url: string };
  expect(await follow(url)).toBe(`/order/result?order=${at.order.id}&canceled=1`);
  expect((await orderOf(at)).state).toBe("pending");
  await follow(await approve(at));
  expect((await orderOf(at)).state).toBe("paid");
  await follow(url);
  expect((await orderOf(at)).state).toBe("paid");
  await expectGivenOnce(at);
});

test("case 9: an order at PayPal pays no other order than its own", async () => {
  const [mine, theirs] = [await atPayPal("unlock"), await atPayPal("unlock")];
  await approve(theirs);
  const forged = `${app.origin}/api/webhook/payment/paypal-return?order=${mine.order.id}&token=${theirs.remoteId}`;
  expect(await follow(forged)).toBe(`/order/result?order=${mine.order.id}`);
  expect((await orderOf(mine)).state).toBe("pending");
  expect(await capturesOf(theirs)).toBe(0);
  expect(await follow(`${app.origin}/api/webhook/payment/paypal-return?order=../x&token=%00`)).toBe(
    "/order/result",
  );
});

test("case 33: an account that declines is asked for another way to pay within the same order", async () => {
  const at = await atPayPal("unlock");
  expect(await follow(await approve(at, "declined"))).toBe(at.url);
  expect(await orderOf(at)).toMatchObject({ state: "pending", declined: { retryable: true } });
  await follow(await approve(at, "declined"));
  expect((await orderOf(at)).state).toBe("paid");
  expect(await capturesOf(at)).toBe(1);
});

test("case 35: an approval by a buyer who closes the browser is handled by PayPal's webhook", async () => {
  const at = await atPayPal("unlock");
  await approve(at);
  await app.paypal.post("/deliver");
  await app.work();
  expect((await orderOf(at)).state).toBe("paid");
  await expectGivenOnce(at);
});

test("case 27, case 35: if every webhook is lost, an inspection captures the approved order", async () => {
  await app.paypal.put("/delivery-plan", { action: "drop" });
  const at = await atPayPal("unlock");
  await approve(at);
  await app.advance(31 * 60);
  await app.work();
  await app.paypal.put("/delivery-plan", { action: "send" });
  expect((await orderOf(at)).state).toBe("paid");
  await expectGivenOnce(at);
});

test("case 35, R27: a buyer who approves in time and is back just after the order's end has paid, and is told so", async () => {
  await app.paypal.put("/delivery-plan", { action: "drop" });
  const at = await atPayPal("unlock");
  const url = await approve(at);
  await app.advance(30 * 60 + 5);
  expect(await follow(url)).toBe(`/order/result?order=${at.order.id}`);
  expect((await orderOf(at)).state).toBe("paid");
  await app.paypal.put("/delivery-plan", { action: "send" });
  await expectGivenOnce(at);
});

test("case 36: an order that was captured before is settled, not captured again", async () => {
  const at = await atPayPal("unlock");
  const url = await approve(at);
  await app.paypal.post("/faults", {
    method: "POST",
    path: "/v2/checkout/orders/*/capture",
    kind: "after",
    n: 1,
  });
  await Promise.all([follow(url), follow(url), follow(url)]);
  await app.paypal.post("/request-ids/forget");
  await follow(url);
  await app.work();
  expect((await orderOf(at)).state).toBe("paid");
  expect(await capturesOf(at)).toBe(1);
  await expectGivenOnce(at);
});

test("case 31: a payment that PayPal holds for review delivers nothing until it is done", async () => {
  const at = await atPayPal("unlock");
  await follow(await approve(at, "pending"));
  expect((await orderOf(at)).state).toBe("processing");
  const { captures } = (await app.paypal.get(`/orders/${at.remoteId}`)) as { captures: { id: string }[] };
  await app.advance(3 * 86_400);
  await app.paypal.post(`/captures/${captures[0]?.id}`, { status: "COMPLETED" });
  await app.paypal.post("/deliver");
  await app.work();
  expect((await orderOf(at)).state).toBe("paid");
  await expectGivenOnce(at);
});

test("case 32: a held payment that is declined in the end fails the order, and nothing is delivered", async () => {
  const at = await atPayPal("unlock");
  await follow(await approve(at, "pending"));
  const { captures } = (await app.paypal.get(`/orders/${at.remoteId}`)) as { captures: { id: string }[] };
  await app.paypal.post(`/captures/${captures[0]?.id}`, { status: "DECLINED" });
  await app.paypal.post("/deliver");
  await app.work();
  expect((await orderOf(at)).state).toBe("failed");
  const { rows } = await app.database.pool.query("select 1 from entitlement where source_id = $1", [
    at.order.id,
  ]);
  expect(rows).toEqual([]);
});

test("case 23: a forged PayPal body with genuine headers delivers nothing: PayPal's own answer decides", async () => {
  const at = await atPayPal("unlock");
  const forged = JSON.stringify({
    id: "WH-FORGED",
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    resource: {
      id: "X",
      supplementary_data: { related_ids: { order_id: at.remoteId } },
      amount: { value: "0.01" },
    },
  });
  // A hint that passes the signature check, as one with an equal checksum would.
  await app.database.pool.query(
    `insert into webhook_inbox (id, gateway, event_id, type, subject, raw, state, tries, next_at, received_at)
     values ($1, 'paypal', 'WH-FORGED', 'PAYMENT.CAPTURE.COMPLETED', $2, $3, 'new', 0, $4, $4)`,
    [randomWord(12), { kind: "payment", remoteId: at.remoteId }, Buffer.from(forged), app.clock.now()],
  );
  await app.work();
  expect((await orderOf(at)).state).toBe("pending");
  const headers = {
    "content-type": "application/json",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": `${app.gateways.paypal.apiUrl.origin}/v1/notifications/certs/CERT-1`,
    "paypal-transmission-id": "1",
    "paypal-transmission-sig": "AAAA",
    "paypal-transmission-time": "2026-11-20T12:00:00Z",
  };
  const send = (more: Record<string, string>) =>
    fetch(`${app.origin}/api/webhook/payment/paypal`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: forged,
    });
  expect((await send({})).status).toBe(400);
});

test("case 24: a webhook with a certificate from any other origin is rejected, and nothing is fetched", async () => {
  const before = ((await app.paypal.get("/requests")) as { requests: unknown[] }).requests.length;
  for (const address of [
    "https://evil.com/cert",
    "https://api.paypal.com.evil.com/cert",
    "https://api.paypal.com@evil.com/cert",
    "http://api.paypal.com/cert",
    `http://user:pass@${app.gateways.paypal.apiUrl.host}/cert`,
    "file:///etc/passwd",
    "",
  ]) {
    const response = await fetch(`${app.origin}/api/webhook/payment/paypal`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": address,
        "paypal-transmission-id": "1",
        "paypal-transmission-sig": "AAAA",
        "paypal-transmission-time": "2026-11-20T12:00:00Z",
      },
      body: '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"1"}}',
    });
    expect(response.status, address).toBe(400);
  }
  const after = ((await app.paypal.get("/requests")) as { requests: unknown[] }).requests.length;
  expect(after).toBe(before);
});

test("R41: a membership by PayPal renews automatically, at the boundary, once", async () => {
  const at = await atPayPal("subscribe");
  await follow(await approve(at, "funded:renews"));
  await aPeriodLater(at);
  const { info } = await at.member.call<{ orders: Order[] }>("GET", "/api/payment");
  const renewals = info.orders.filter(({ kind }) => kind === "renewal");
  expect(renewals).toMatchObject([{ state: "paid", paidWith: { type: "paypal" } }]);
});

test("case 37: if PayPal saves the account only later, the membership is manual until then, and shown so", async () => {
  const at = await atPayPal("subscribe");
  await follow(await approve(at, "slow-vault"));
  type Shown = { subscription: { renewalMode: string; nextCharge: unknown } };
  const shown = async () => (await at.member.call<Shown>("GET", "/api/payment")).info.subscription;
  expect(await shown()).toMatchObject({ renewalMode: "manual", nextCharge: null });
  await app.advance(120);
  await app.paypal.post("/deliver");
  await app.work();
  expect(await shown()).toMatchObject({ renewalMode: "auto", nextCharge: { amount: 1999 } });
  await expectGivenOnce(at);
});

test("case 37: a membership whose account PayPal does not save stays manual", async () => {
  const at = await atPayPal("subscribe");
  await follow(await approve(at, "no-vault"));
  expect(await orderOf(at)).toMatchObject({ state: "paid", renewalMode: "manual" });
});

test("case 38: an account that was removed at PayPal is not charged again, and is marked as dead", async () => {
  const at = await atPayPal("subscribe");
  await follow(await approve(at, "funded:ends"));
  const { tokens } = (await app.paypal.get("/vault")) as { tokens: { id: string; buyer: string }[] };
  const token = tokens.find(({ buyer }) => buyer.includes("ends"));
  await app.paypal.put("/delivery-plan", { action: "drop" });
  await app.paypal.post(`/vault/${token?.id}/delete`);
  await aPeriodLater(at);
  await app.paypal.put("/delivery-plan", { action: "send" });
  const { info } = await at.member.call<{ subscription: { state: string } }>("GET", "/api/payment");
  expect(info.subscription.state).toBe("past_due");
  const { rows } = await app.database.pool.query("select status from instrument where token = $1", [
    token?.id,
  ]);
  expect(rows).toEqual([{ status: "dead" }]);
});
