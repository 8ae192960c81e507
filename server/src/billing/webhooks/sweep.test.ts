import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf, makeOrder } from "#test/orders";
import { handleInbox } from "./inbox.ts";
import { sweepEvents } from "./sweep.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
  await app.stripe.post("/deliveries/plan", { action: "drop" });
  // The first sweep only sets the mark.
  await sweepEvents(app.billing);
});
afterAll(() => app?.close());
beforeEach(() => app.advance(3_600));

async function follow(): Promise<void> {
  while ((await handleInbox(app.billing)) > 0);
}

interface Request {
  method: string;
  path: string;
  id: string;
}

/** Returns how often Stripe's event list was requested. */
async function lists(): Promise<number> {
  const { requests } = (await app.stripe.get("/requests")) as { requests: Request[] };
  return requests.filter(({ path }) => path === "/v1/events").length;
}

async function markOf(): Promise<Date> {
  const { rows } = await app.database.pool.query<{ at: Date }>(
    "select at from gateway_watermark where gateway = 'stripe'",
  );
  return rows[0]?.at ?? new Date(0);
}

test("case 27, R48: if every webhook was lost, the event list leads to the same records within the hour", async () => {
  const [paid, returned] = [
    await makeOrder(app, { card: "pm_card_visa" }),
    await makeOrder(app, { card: "pm_card_visa" }),
  ];
  await app.stripe.post(`/charges/${returned.remoteId}/refund`);
  await follow();
  expect(await booksOf(app, paid)).toMatchObject({ state: "processing", rights: 0 });
  expect(await sweepEvents(app.billing)).toBe(3);
  await follow();
  expect(await booksOf(app, paid)).toMatchObject({ state: "paid", captures: 1, receipts: 1, rights: 1 });
  expect(await booksOf(app, returned)).toMatchObject({ state: "refunded", rights: 0, refunded: 699 });
});

test("a sweep overlaps the previous one by an hour, and no event is stored twice", async () => {
  const order = await makeOrder(app, { card: "pm_card_visa" });
  await app.database.pool.query("update gateway_watermark set at = $1", [
    new Date(app.clock.now().getTime() + 1_800_000),
  ]);
  expect(await sweepEvents(app.billing)).toBe(1);
  await follow();
  expect(await booksOf(app, order)).toMatchObject({ state: "paid" });
  await app.advance(3_600);
  expect(await sweepEvents(app.billing)).toBe(0);
});

test("R48: an hour has one sweep, however many nodes there are", async () => {
  const before = await lists();
  await Promise.all(Array.from({ length: 4 }, () => sweepEvents(app.billing)));
  expect(await lists()).toBe(before + 1);
  await app.advance(3_500);
  await sweepEvents(app.billing);
  expect(await lists()).toBe(before + 1);
  await app.advance(100);
  await sweepEvents(app.billing);
  expect(await lists()).toBe(before + 2);
});

test("case 17: a list that cannot be read does not move the mark, and is requested again soon", async () => {
  const order = await makeOrder(app, { card: "pm_card_visa" });
  const before = await markOf();
  await app.stripe.post("/faults", { kind: "500", path: "/v1/events" });
  expect(await sweepEvents(app.billing)).toBe(0);
  expect(await markOf()).toEqual(before);
  await app.advance(299);
  expect(await sweepEvents(app.billing)).toBe(0);
  await app.advance(1);
  expect(await sweepEvents(app.billing)).toBe(1);
  expect(await markOf()).toEqual(app.clock.now());
  await follow();
  expect(await booksOf(app, order)).toMatchObject({ state: "paid" });
});

test("bodies of handled events are deleted after ninety days; those of failed ones stay, and so do the events", async () => {
  await app.database.pool.query("update webhook_inbox set raw = 'body'");
  const bodies = async () => {
    const { rows } = await app.database.pool.query(
      `select distinct state, raw is not null as has_body from webhook_inbox order by 1, 2`,
    );
    return rows.map((row) => `${row.state} ${row.has_body}`);
  };
  await app.database.pool.query(
    "update webhook_inbox set state = 'failed' where id = (select min(id) from webhook_inbox)",
  );
  await sweepEvents(app.billing);
  expect(await bodies()).toEqual(["done true", "failed true"]);
  await app.advance(91 * 86_400);
  await sweepEvents(app.billing);
  expect(await bodies()).toEqual(["done false", "failed true"]);
});
