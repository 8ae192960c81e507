import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { saveSentMail } from "#platform/mail/repository";
import { unlockSeries } from "#test/bank";
import { becomeFresh, type MadeOperator, makeOperator } from "#test/console";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { booksOf } from "#test/orders";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { unaudited } from "#test/unaudited";

let shop: TestMemberships;
let support: MadeOperator;
let finance: MadeOperator;
let editor: MadeOperator;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
  support = await makeOperator(shop, "support");
  finance = await makeOperator(shop, "finance");
  editor = await makeOperator(shop, "editor");
});
afterAll(() => shop.close());

const ulid = () => newId(shop.clock.now()).toUpperCase();
const one = async (by: MadeOperator, number: string) =>
  (await by.call("GET", `/orders/one?number=${number}`)).info;
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await shop.database.pool.query(sql, values)).rows;
const send = (by: MadeOperator, body: object) =>
  by.call("POST", "/orders/refund", { requestKey: ulid(), reason: "promise", ...body });
/** Refunds as an operator does: first what would happen, then that. */
async function refund(by: MadeOperator, body: object) {
  const { effect } = (await send(by, { ...body, dryRun: true })).info;
  return { effect, done: await send(by, { ...body, effect: effect.hash ?? undefined }) };
}
const atStripe = async (remoteId: string) =>
  (await shop.stripe.get(`/money/intents/${remoteId}`)) as { refunded: number };
const texts = (effect: { sentences: { text: string }[] }) =>
  effect.sentences.map(({ text }) => text).join("; ");
const setLimit = (amount: number) =>
  unaudited(shop.database.pool).query(
    `insert into site_setting (key, value, updated_at) values ('refundAmount', $1, now())
     on conflict (key) do update set value = excluded.value`,
    [String(amount)],
  );

describe("C35: a refund does what the dialog said", () => {
  test("whole: gateway, ledger, credit note and right", async () => {
    const bought = await unlockSeries(shop);
    const { effect, done } = await refund(support, {
      orderId: bought.id,
      amount: 699,
      reason: "by_mistake",
      note: "Two clicks",
    });
    expect(effect.allowed).toBe("yes");
    expect(texts(effect)).toMatch(/^\$6\.99 goes back to Visa ending in 4242, in 5 to 10 days; /);
    expect(texts(effect)).toMatch(
      /locks at once, on every device; A credit note for receipt R-2026-\d+ is written/,
    );
    expect(texts(effect)).toMatch(/mailed in English; The fee of \$\d\.\d\d is not returned by Stripe/);
    expect(done).toMatchObject({ code: 200, info: { refunds: [{ state: "done", by: support.email }] } });
    expect(await bought.isOpen()).toBe(false);
    expect(await booksOf(shop, bought)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
    expect((await atStripe(bought.remoteId)).refunded).toBe(699);
    const seen = await one(support, bought.number);
    expect(seen).toMatchObject({
      state: "refunded",
      email: bought.member.email,
      left: { amount: 0 },
      notRefundable: expect.stringContaining("has been given back already"),
      refunds: [{ amount: { amount: 699 }, reason: "by_mistake: Two clicks" }],
    });
    expect(seen.receipts.map(({ kind }: { kind: string }) => kind)).toEqual(["receipt", "credit_note"]);
    const entries = seen.books.flatMap((one: { entries: unknown[] }) => one.entries);
    expect(entries).toContainEqual({ account: "refunds", currency: "USD", debit: "$6.99", credit: "" });
    expect(
      await rowsOf("select action, actor, reason, after from audit where subject_id = $1", bought.id),
    ).toEqual([
      {
        action: "order.refund",
        actor: support.id,
        reason: "by_mistake: Two clicks",
        after: expect.objectContaining({ amount: 699, currency: "USD" }),
      },
    ]);
  });

  test("H18: what it does is said in the operator's language, and is the same act in each", async () => {
    const bought = await unlockSeries(shop);
    const wanted = { requestKey: ulid(), reason: "promise", orderId: bought.id, amount: 699 };
    const sent = (body: object, language: string) =>
      support.call("POST", "/orders/refund", body, { "accept-language": language });
    const [german, english] = await Promise.all(
      ["de", "en"].map(async (language) => (await sent({ ...wanted, dryRun: true }, language)).info.effect),
    );
    expect(texts(german)).toMatch(/^6,99\s\$ gehen zurück an: Visa, endet auf 4242, in 5 bis 10 Tagen; /);
    expect(texts(german)).toMatch(/wird sofort gesperrt, auf jedem Gerät; Eine Gutschrift zu Beleg R-/);
    expect(texts(english)).toMatch(/^\$6\.99 goes back to Visa ending in 4242, in 5 to 10 days; /);
    expect(german.hash).toBe(english.hash);
    expect((await sent({ ...wanted, effect: german.hash }, "en")).info.refunds).toHaveLength(1);
    const again = await sent({ ...wanted, requestKey: ulid(), effect: german.hash }, "de");
    expect(again).toMatchObject({
      code: 400,
      errors: [{ field: "amount", message: expect.stringContaining("ist schon zurückgegeben") }],
    });
  });

  test("part: money alone; more than is left is refused in the dialog and by the act", async () => {
    const bought = await unlockSeries(shop);
    const { effect } = await refund(finance, { orderId: bought.id, amount: 200 });
    expect(texts(effect)).toContain("stays unlocked");
    expect(await bought.isOpen()).toBe(true);
    expect(await booksOf(shop, bought)).toMatchObject({
      state: "partially_refunded",
      rights: 1,
      refunded: 200,
    });
    const over = await refund(finance, { orderId: bought.id, amount: 500 });
    expect(over.effect).toMatchObject({ hash: null, sentences: [{ about: "refused" }] });
    expect(texts(over.effect)).toContain("at most 4.99 USD");
    expect(over.done).toMatchObject({ code: 400 });
    expect((await one(finance, bought.number)).left.amount).toBe(499);
  });

  test("of a membership, that ends at once or runs to its end, whole and in part", async () => {
    const [whole, runs, part] = [await shop.subscribe(), await shop.subscribe(), await shop.subscribe()];
    const amountOf = async (id: string) => (await one(finance, id)).total.amount;
    const amount = await amountOf(whole.orderId);
    const ended = await refund(finance, { orderId: whole.orderId, amount, endNow: true });
    expect(texts(ended.effect)).toContain("all series lock at once, on every device");
    expect(await shop.watches(whole)).toBe(false);
    expect((await shop.stored(whole.subscriptionId)).state).toBe("cancelled");

    const kept = await refund(finance, { orderId: runs.orderId, amount, endNow: false });
    expect(texts(kept.effect)).toMatch(/runs until .* and does not renew/);
    expect(await shop.watches(runs)).toBe(true);
    expect(await shop.stored(runs.subscriptionId)).toMatchObject({
      state: "active",
      cancel_at_period_end: true,
    });
    expect((await one(finance, runs.orderId)).state).toBe("refunded");

    const half = await refund(finance, { orderId: part.orderId, amount: 100, endNow: true });
    expect(texts(half.effect)).toContain("The membership ends");
    expect(await shop.watches(part)).toBe(false);
    expect((await one(finance, part.orderId)).state).toBe("partially_refunded");
    const untouched = await shop.subscribe();
    const little = await refund(finance, { orderId: untouched.orderId, amount: 100 });
    expect(texts(little.effect)).toMatch(/goes on, and renews on/);
    expect(await shop.stored(untouched.subscriptionId)).toMatchObject({ cancel_at_period_end: false });
  });

  test("through PayPal", async () => {
    const member = await shop.subscribeByPayPal(30);
    const { total } = await one(finance, member.orderId);
    const { effect, done } = await refund(finance, {
      orderId: member.orderId,
      amount: total.amount,
      endNow: true,
    });
    expect(texts(effect)).toMatch(/goes back to PayPal.*, usually the same day/);
    expect(done.info.refunds).toMatchObject([{ state: "done" }]);
    expect(await shop.watches(member)).toBe(false);
  });
});

describe("C36, T42: one refund", () => {
  test("on a double click, and of two operators at once", async () => {
    const bought = await unlockSeries(shop);
    const wanted = { orderId: bought.id, amount: 699 };
    const { hash } = (await send(support, { ...wanted, dryRun: true })).info.effect;
    const requestKey = ulid();
    const twice = await Promise.all([1, 2].map(() => send(support, { ...wanted, requestKey, effect: hash })));
    for (const answer of twice) expect(answer).toMatchObject({ code: 200 });
    const [first, second] = twice.map(({ info }) => info.refunds[0].id);
    expect(second).toBe(first);

    const other = await unlockSeries(shop);
    const part = { orderId: other.id, amount: 300 };
    const seen = (await send(support, { ...part, dryRun: true })).info.effect.hash;
    const both = await Promise.all([support, finance].map((by) => send(by, { ...part, effect: seen })));
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)?.reason).toBe("changed_meanwhile");
    expect(await booksOf(shop, other)).toMatchObject({ refunded: 300 });
    for (const { id } of [bought, other]) {
      expect(await rowsOf("select id from refund where order_id = $1", id)).toHaveLength(1);
      expect(await rowsOf("select id from audit where subject_id = $1", id)).toHaveLength(1);
    }
  });

  test("after a lost answer of the gateway the same request answers it, and it is done later", async () => {
    const bought = await unlockSeries(shop);
    await shop.stripe.post("/faults", { kind: "after", method: "POST", path: "/v1/refunds", n: 2 });
    const wanted = { orderId: bought.id, amount: 699 };
    const { hash } = (await send(support, { ...wanted, dryRun: true })).info.effect;
    const act = { ...wanted, requestKey: ulid(), effect: hash };
    expect((await send(support, act)).info.refunds).toMatchObject([{ state: "pending" }]);
    expect((await one(support, bought.number)).refunds).toMatchObject([{ state: "pending" }]);
    await shop.advance(120);
    await shop.work();
    expect((await send(support, act)).info.refunds).toMatchObject([{ state: "done" }]);
    expect((await atStripe(bought.remoteId)).refunded).toBe(699);
    const foreign = await unlockSeries(shop);
    expect(await send(support, { ...act, orderId: foreign.id })).toMatchObject({ code: 409 });
  });
});

test("C37: what the refund does changed meanwhile: refused, and shown anew", async () => {
  const bought = await unlockSeries(shop);
  const wanted = { orderId: bought.id, amount: 100 };
  const { hash } = (await send(support, { ...wanted, dryRun: true })).info.effect;
  await refund(finance, { orderId: bought.id, amount: 50 });
  expect(await send(support, { ...wanted, effect: hash })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
  });
  expect(await send(support, wanted)).toMatchObject({ code: 409 });
  const anew = (await send(support, { ...wanted, dryRun: true })).info.effect.hash;
  expect(anew).not.toBe(hash);
  expect((await send(support, { ...wanted, effect: anew })).code).toBe(200);
});

test("C41, T41: support above the refund amount is refused and asks finance once; an own order is refused to everybody", async () => {
  await setLimit(5);
  const bought = await unlockSeries(shop);
  const wanted = { orderId: bought.id, amount: 699 };
  const { effect, done } = await refund(support, wanted);
  expect(effect.allowed).toBe("ask");
  expect(done).toMatchObject({ code: 403, reason: "limit_exceeded" });
  expect(
    await rowsOf("select subject_id from audit where actor = $1 and action = 'refused'", support.id),
  ).toEqual([{ subject_id: "POST /api/console/orders/refund" }]);
  // Several refunds below the amount count together.
  await refund(support, { ...wanted, amount: 300 });
  expect((await refund(support, { ...wanted, amount: 250 })).done.reason).toBe("limit_exceeded");
  const ask = (by: MadeOperator, requestKey = ulid()) =>
    by.call("POST", "/orders/refund/ask", {
      orderId: bought.id,
      amount: 399,
      reason: "goodwill",
      requestKey,
    });
  const key = ulid();
  expect((await ask(support, key)).code).toBe(200);
  expect((await ask(support, key)).code).toBe(200);
  expect(await ask(support)).toMatchObject({ code: 409, reason: "already_so" });
  expect(await rowsOf("select amount::int from refund_request where order_id = $1", bought.id)).toEqual([
    { amount: 399 },
  ]);
  expect((await one(finance, bought.number)).asked).toMatchObject({
    amount: { amount: 399 },
    reason: "goodwill",
  });

  // Finance needs a fresh proof above it, and the refund closes what was asked.
  await shop.advance(400);
  const left = { orderId: bought.id, amount: 399 };
  const stale = await refund(finance, left);
  expect(stale.effect.allowed).toBe("fresh");
  expect(stale.done).toMatchObject({ code: 401, reason: "fresh_required" });
  await becomeFresh(shop, finance);
  await shop.advance(0);
  const proved = await refund(finance, left);
  expect(proved.effect.allowed).toBe("yes");
  expect(proved.done.code).toBe(200);
  expect((await one(finance, bought.number)).asked).toBeNull();

  const own = await makeMember(shop, { email: finance.email });
  const { info } = await orderOf(own, {});
  await payOrder(own, info.order.id);
  const refused = await refund(finance, { orderId: info.order.id, amount: 100 });
  expect(texts(refused.effect)).toContain("order of your own");
  expect(refused.done).toMatchObject({ code: 400, errors: [{ field: "amount" }] });
  const asked = { orderId: info.order.id, amount: 100, reason: "other", requestKey: ulid() };
  expect((await finance.call("POST", "/orders/refund/ask", asked)).code).toBe(400);
  await setLimit(50);
});

test("C44: the list is filtered and paged by key; an order opens by number; a receipt is read and sent again; editors see nothing", async () => {
  const bought = await unlockSeries(shop);
  const list = async (query: string) => (await support.call("GET", `/orders?${query}`)).data;
  const numbers = async (query: string) =>
    (await list(query)).list.map(({ number }: { number: string }) => number);
  const detail = await one(support, bought.number);
  const receipt = detail.receipts[0];
  for (const text of [bought.number, receipt.number, bought.remoteId, bought.member.email])
    expect(await numbers(`text=${encodeURIComponent(text)}`), text).toEqual([bought.number]);
  expect(await numbers("text=nothing@example.com")).toEqual([]);
  expect((await numbers("state=paid&method=card&gateway=stripe&currency=usd&from=6.99&to=6.99"))[0]).toBe(
    bought.number,
  );
  expect(await numbers(`text=${bought.number}&from=7`)).toEqual([]);
  expect(await support.call("GET", "/orders?from=x")).toMatchObject({
    code: 400,
    errors: [{ field: "from" }],
  });
  const all = await numbers("size=100");
  const paged: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page: { list: { number: string }[]; next: string | null } = await list(`size=3&after=${next}`);
    paged.push(...page.list.map(({ number }) => number));
    next = page.next;
  }
  expect(paged).toEqual(all);
  expect((await list("size=3")).count).toEqual({ value: all.length, exact: true });
  expect((await support.call("GET", `/receipts/one?id=${receipt.id}`)).info).toMatchObject({
    number: receipt.number,
    buyer: bought.member.email,
    total: { amount: 699 },
  });
  const again = { orderId: bought.id, requestKey: ulid() };
  for (const _ of [1, 2]) expect((await support.call("POST", "/orders/receipt/send", again)).code).toBe(200);
  expect(
    await rowsOf("select 1 from audit where action = 'order.receipt.send' and subject_id = $1", bought.id),
  ).toHaveLength(1);
  for (const path of ["/orders", `/orders/one?number=${bought.number}`, `/receipts/one?id=${receipt.id}`])
    expect(await editor.call("GET", path), path).toMatchObject({ code: 403, reason: "not_permitted" });
  expect(await send(editor, { orderId: bought.id, amount: 1 })).toMatchObject({ code: 403 });
});

test("§6.8: an order says when each of its emails was sent by the site's clock, also when the demo moved it", async () => {
  const bought = await unlockSeries(shop);
  shop.clock.advance(40 * 86_400);
  const at = shop.clock.now();
  const [receipt] = await rowsOf("select id from receipt where order_id = $1", bought.id);
  const { db } = shop.database;
  const mail = { kind: "receipt", subject_id: bought.id, at, answer: "250 OK" };
  await saveSentMail(db, { ...mail, id: `a${bought.id}`, state: "accepted" });
  await saveSentMail(db, { ...mail, id: `b${bought.id}`, state: "refused" });
  await saveSentMail(db, {
    ...mail,
    id: `c${bought.id}`,
    state: "accepted",
    kind: "refund",
    subject_id: receipt?.id ?? "",
  });
  const { events } = await one(await makeOperator(shop, "support"), bought.number);
  const then = events.filter((event: { at: string }) => event.at === at.toISOString());
  expect(then).toMatchObject([
    { kind: "mail", word: "receipt" },
    { kind: "mail", word: "refund" },
  ]);
});
