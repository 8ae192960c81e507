import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { randomWord } from "#platform/ids";
import { makeSeries } from "#test/factories";
import { callAs, headersOf, type MadeMember, makeGuest, makeMember } from "#test/people";
import {
  type Bought,
  booksOf,
  chargesOf,
  makeBuyer,
  orderOf,
  payOrder,
  plansFor,
  seeOrder,
  type TestShop,
  testShop,
} from "#test/purchases";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test("R77: an order shows what it is for, what it costs and where it is paid, in the language of its reader", async () => {
  const member = await makeMember(shop);
  const { code, info } = await orderOf(member, { seriesId: shop.series.id });
  expect(code).toBe(200);
  expect(info.order).toMatchObject({
    kind: "unlock",
    state: "pending",
    title: "The Salt Road",
    method: "card",
  });
  expect(info.order.number).toMatch(/^CH-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(info.next).toEqual({ type: "card", url: `/order/easy?order=${info.order.id}` });
});

test("R5: a guest is asked to register, and nothing is ordered", async () => {
  const guest = await makeGuest(shop);
  expect(await orderOf(guest)).toMatchObject({ code: 401, reason: "sign_in_required" });
});

test("R7: without consent to the current text nothing is ordered; the text is stored with the order", async () => {
  const member = await makeMember(shop);
  const { consent } = await plansFor(member);
  for (const wrong of [
    { version: consent.version, accepted: false },
    { version: "an older one", accepted: true },
  ])
    expect(await orderOf(member, { consent: wrong })).toMatchObject({
      status: 400,
      reason: "consent_required",
    });
  const { info } = await orderOf(member);
  const { rows } = await sql<{ text: string; address: string; version: string }>`select consent_text as text,
    consent_address as address, consent_version as version from purchase_order where id = ${info.order.id}`.execute(
    shop.database.db,
  );
  expect(rows[0]).toMatchObject({ version: consent.version, address: "127.0.0.1" });
  expect(rows[0]?.text.length).toBeGreaterThan(100);
});

test("case 4, R77: the same token is the same order, even fifty times at once; for another purchase it is refused", async () => {
  const member = await makeMember(shop);
  const { plans, consent } = await plansFor(member);
  const body = {
    kind: "subscribe",
    planId: plans[0]?.id,
    method: "card",
    clientToken: "a-token-of-this-page",
    consent: { version: consent.version, accepted: true },
  };
  const order = (change: object = {}) =>
    member.call<Bought>("POST", "/api/payment/order", { ...body, ...change });
  const answers = await Promise.all(Array.from({ length: 50 }, () => order()));
  expect(new Set(answers.map(({ info }) => info.order.id)).size).toBe(1);
  expect(await order({ planId: plans[1]?.id })).toMatchObject({ code: 500, reason: "token_reused" });
  expect(await order({ kind: "unlock", seriesId: shop.series.id })).toMatchObject({ reason: "token_reused" });
});

test("case 2: a second tab with the same plan gets the same order; another plan closes the first one", async () => {
  const member = await makeMember(shop);
  const [first, second] = [await orderOf(member, { plan: 0 }), await orderOf(member, { plan: 0 })];
  expect(second.info.order.id).toBe(first.info.order.id);
  await payOrder(member, first.info.order.id, "pm_card_chargeDeclined");
  const other = await orderOf(member, { plan: 2 });
  expect(other.info.order.id).not.toBe(first.info.order.id);
  expect((await seeOrder(member, first.info.order.id)).state).toBe("cancelled");
  const [payment] = (await booksOf(shop, first.info.order.id)).payments;
  expect(payment?.state).toBe("cancelled");
  const intent = await shop.stand.get<{ status: string }>(`/money/intents/${payment?.remote_id}`);
  expect(intent.status).toBe("canceled");
  expect(await payOrder(member, first.info.order.id)).toMatchObject({ code: 500, reason: "order_gone" });
  expect((await payOrder(member, other.info.order.id)).info.order.state).toBe("paid");
});

test("case 2: tabs that order different plans at once leave one open order", async () => {
  const member = await makeMember(shop);
  const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((plan) => orderOf(member, { plan })));
  expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(200));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from purchase_order
    where visitor_id = ${member.id} and state in ('pending', 'processing')`.execute(shop.database.db);
  expect(rows[0]?.n).toBe(1);
});

test("case 5: an amount or a price in the body is ignored; a currency counts only if there is a price in it", async () => {
  const member = await makeMember(shop);
  const { plans } = await plansFor(member);
  const cheap = await orderOf(member, { amount: 1, price: { amount: 1, currency: "USD" }, currency: "JPY" });
  expect(cheap.info.order.total).toMatchObject(plans[0]?.price ?? {});
  const euros = await orderOf(member, { currency: "eur" });
  expect(euros.info.order.total.currency).toBe("EUR");
});

test("case 6: an order keeps its price until it expires; the next one has the new price", async () => {
  const { db } = shop.database;
  const series = await makeSeries(shop);
  const price = async (amount: number) =>
    asSystem(db, "restore", (trx) =>
      sql`update series set unlock_price = ${JSON.stringify({ USD: amount })} where id = ${series.id}`.execute(
        trx,
      ),
    );
  await price(500);
  const buyer = await makeBuyer(shop, { seriesId: series.id });
  await price(900);
  const again = await orderOf(buyer, { seriesId: series.id });
  expect(again.info.order).toMatchObject({ id: buyer.orderId, total: { amount: 500 } });
  await shop.advance(31 * 60);
  expect(await payOrder(buyer, buyer.orderId)).toMatchObject({ code: 500, reason: "order_gone" });
  const next = await orderOf(buyer, { seriesId: series.id });
  expect(next.info.order.total.amount).toBe(900);
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("expired");
  expect((await payOrder(buyer, next.info.order.id)).info.order.state).toBe("paid");
  const books = await booksOf(shop, next.info.order.id);
  expect(await chargesOf(shop, books)).toEqual({ charges: 1, charged: 900 });
});

test('case 7, case 62: another customer\'s order answers "not found", whatever the request', async () => {
  const buyer = await makeBuyer(shop);
  const otherMember = await makeMember(shop);
  const nobody = { cookie: null, token: null };
  for (const person of [otherMember, await makeGuest(shop)]) {
    expect(await person.call("GET", `/api/payment?orderId=${buyer.orderId}`)).toMatchObject({ code: 404 });
    expect(await person.call("GET", `/api/payment?orderId=${buyer.orderId}&orderKey=guess`)).toMatchObject({
      code: 404,
    });
    expect(await payOrder(person, buyer.orderId)).toMatchObject({ code: 404, reason: "not_found" });
    expect(await person.call("POST", "/api/payment/cancel", { orderId: buyer.orderId })).toMatchObject({
      code: 404,
    });
  }
  const answers = await Promise.all(
    [buyer.orderId, "01jxxxxxxxxxxxxxxxxxxxxxxx"].map((id) =>
      callAs(shop, { ...nobody }, "GET", `/api/payment?orderId=${id}`),
    ),
  );
  const [real, made] = answers.map(({ code, message, reason, info }) => ({ code, message, reason, info }));
  expect(real).toEqual(made);
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("pending");
});

test("case 49: a member cannot order a second membership, nor a series they own", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  expect(await orderOf(buyer, { plan: 1 })).toMatchObject({ code: 409, reason: "subscribed_already" });
  const owner = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(owner, owner.orderId);
  expect(await orderOf(owner, { seriesId: shop.series.id })).toMatchObject({
    code: 409,
    reason: "unlocked_already",
  });
});

test("case 57: prices in yen, forints and Taiwan dollars are charged as they are, or not offered by card", async () => {
  const { db } = shop.database;
  for (const [currency, amount] of [
    ["JPY", 980],
    ["HUF", 99_000],
    ["TWD", 19_900],
    ["ISK", 1_200],
    ["KWD", 2_990],
  ] as const) {
    const series = await makeSeries(shop);
    await asSystem(db, "restore", (trx) =>
      sql`update series set unlock_price = ${JSON.stringify({ USD: 500, [currency]: amount })} where id = ${series.id}`.execute(
        trx,
      ),
    );
    await asSystem(db, "restore", (trx) =>
      sql`insert into unlock_price (id, currency, amount, active_from) values (${currency}, ${currency}, ${amount}, ${shop.clock.now()})`.execute(
        trx,
      ),
    );
    const member = await makeMember(shop);
    const { info } = await orderOf(member, { seriesId: series.id, currency });
    expect(info.order.total).toMatchObject({ amount, currency });
    const paid = await payOrder(member, info.order.id);
    expect([currency, paid.code, paid.reason]).toEqual([currency, 200, undefined]);
    const books = await booksOf(shop, info.order.id);
    expect(books).toMatchObject({ state: "paid", entitlements: 1, sum: 0 });
    const intents = await shop.stand.get<{ amount: number; currency: string }>(
      `/money/intents/${books.payments[0]?.remote_id}`,
    );
    const wire = currency === "ISK" ? amount * 100 : amount;
    expect(intents).toMatchObject({ charged: wire });
  }
});

test("case 60: paying and cancelling require JSON from our own pages; a program with a header needs no cookie", async () => {
  const buyer = await makeBuyer(shop);
  const body = JSON.stringify({ orderId: buyer.orderId });
  const send = (headers: Record<string, string>) =>
    shop.http.inject({
      method: "POST",
      url: "/api/payment/cancel",
      headers: { ...headersOf(buyer), ...headers },
      payload: body,
    });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    expect((await send({ "content-type": type })).statusCode).toBe(415);
  const crossOrigin = await send({ "content-type": "application/json", origin: "https://evil.example" });
  expect(crossOrigin.statusCode).toBe(403);
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("pending");
  const program = await makeMember(shop, { guest: await makeGuest(shop, { by: "header" }) });
  expect(program.cookie).toBeNull();
  const { info } = await orderOf(program);
  expect((await payOrder(program, info.order.id)).info.order.state).toBe("paid");
});

test("R75: cancelling a pending order twice cancels it once and answers the same", async () => {
  const buyer = await makeBuyer(shop);
  for (let time = 0; time < 2; time++) {
    const { info } = await buyer.call<Bought>("POST", "/api/payment/cancel", { orderId: buyer.orderId });
    expect(info.order.state).toBe("cancelled");
  }
});

test("case 61: a customer has at most ten orders waiting", async () => {
  const member = await makeMember(shop);
  for (let at = 0; at < 10; at++) {
    const { id } = await makeSeries(shop);
    expect((await orderOf(member, { seriesId: id })).code).toBe(200);
  }
  const { id } = await makeSeries(shop);
  expect(await orderOf(member, { seriesId: id })).toMatchObject({ code: 500, reason: "too_many_orders" });
});

test("case 61: fifteen orders opened at the same moment leave ten waiting", async () => {
  const member = await makeMember(shop);
  const series = [];
  for (let at = 0; at < 15; at++) series.push((await makeSeries(shop)).id);
  const opened = await Promise.all(series.map((seriesId) => orderOf(member, { seriesId })));
  expect(opened.filter(({ code }) => code === 200)).toHaveLength(10);
  expect(opened.filter(({ reason }) => reason === "too_many_orders")).toHaveLength(5);
});

/** Orders the series of the shop from an episode, on a page in a language. */
async function orderOn(
  member: MadeMember,
  {
    language,
    episode,
    clientToken = randomWord(16),
  }: { language: string; episode: number; clientToken?: string },
) {
  const headers = { ...headersOf(member), "accept-language": language };
  const ask = async (method: "GET" | "POST", url: string, payload?: object) =>
    (await shop.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })).json();
  const { consent } = (await ask("GET", "/api/plan")).info;
  const { info } = await ask("POST", "/api/payment/order", {
    kind: "unlock",
    seriesId: shop.series.id,
    episodeId: shop.series.episodes[episode - 1]?.id,
    method: "card",
    clientToken,
    consent: { version: consent.version, accepted: true },
  });
  return { ...(info as Bought), terms: consent.unlockText as string };
}

async function storedOf(orderId: string) {
  const { rows } = await shop.database.pool.query(
    `select o.language, consent_text as terms, episode_id as episode, r.content ->> 'language' as receipt
    from purchase_order o left join receipt r on r.order_id = o.id where o.id = $1`,
    [orderId],
  );
  return rows[0];
}

test.each([
  ["another tab", () => randomWord(16)],
  ["the same tab", () => "a-token-of-this-tab"],
])(
  "case 2, R9: an order that is asked for again in %s has the language, the terms and the episode of that page",
  async (_, token) => {
    const member = await makeMember(shop);
    const first = await orderOn(member, { language: "en", episode: 3, clientToken: token() });
    const again = await orderOn(member, { language: "de", episode: 5, clientToken: token() });
    expect(again.order.id).toBe(first.order.id);
    expect(again.terms).not.toBe(first.terms);
    expect(again.order.episodeId).toBe(shop.series.episodes[4]?.id);
    expect((await payOrder(member, again.order.id)).info.order.state).toBe("paid");
    expect(await storedOf(again.order.id)).toEqual({
      language: "de",
      terms: again.terms,
      episode: shop.series.episodes[4]?.id,
      receipt: "de",
    });
  },
);
