import type { Order } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember, type Person } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { arrive } from "#test/visitors";
import { findOrderTouch } from "../orders/repository.ts";
import { csvOf } from "./csv.ts";
import { readReport } from "./report.ts";
import type { Grouping } from "./repository.ts";

let shop: TestMoney;
let series: MadeSeries;
beforeAll(async () => {
  shop = await testMoney();
  series = await makeSeries(shop, { episodes: 5, free: 3, title: { en: "The Salt Road" } });
});
afterAll(() => shop.close());

const day = 86_400;

let events = 0;
async function report(person: Person, event: string, number: number): Promise<void> {
  const at = shop.clock.now().toISOString();
  const episodeId = series.episodes[number - 1]?.id;
  const list = [{ event, eventId: `${event}${events++}`, at, seriesId: series.id, episodeId }];
  expect((await person.call<{ accepted: number }>("POST", "/api/reports", { list })).info.accepted).toBe(1);
}

const stepsOf = async ({ id }: Pick<Person, "id">) =>
  (await shop.database.pool.query("select step, episode_number from funnel_step where visitor_id = $1", [id]))
    .rowCount;

const until = () => new Date(shop.clock.now().getTime() + 1000);
const read = (from: Date, by: Grouping = "campaign") =>
  readReport(shop.database.db, {
    from,
    to: until(),
    by,
    touch: "last",
    series: { id: series.id, title: "The Salt Road" },
    titleOf: async () => "The Salt Road",
  });

test("R8: one person from the click on an ad to a renewal, and their row in the report", async () => {
  const start = shop.clock.now();
  const guest = await arrive(
    shop,
    `/videos/${series.id}?ttclid=E.C.P.click&utm_source=tiktok&utm_campaign=Autumn`,
  );
  for (const episode of [1, 2, 3]) await report(guest, "first_frame", episode);
  await report(guest, "paywall_view", 4);
  await report(guest, "checkout_start", 4);
  await expect.poll(() => stepsOf(guest)).toBe(6);
  const member = await makeMember(shop, { guest });
  expect(member.id).toBe(guest.id);
  await shop.advance(60);
  const ordered = await orderOf(member, { episodeId: series.episodes[3]?.id });
  const { id } = ordered.info.order;
  const fixed = await findOrderTouch(shop.database.db, id);
  const touch = {
    kind: "tiktok",
    value: "E.C.P.click",
    utm: { source: "tiktok", campaign: "Autumn" },
    seriesId: series.id,
  };
  expect(fixed).toMatchObject({ first: touch, last: touch, language: "en", series_id: series.id });
  // Later touches change nothing about this order.
  await member.call("GET", `/api/user?landing=${encodeURIComponent("/?fbclid=later&utm_campaign=Other")}`);
  expect((await payOrder(member, id)).info.order.state).toBe("paid");
  await shop.work();
  await shop.advance(7 * day + 3600);
  await shop.work();
  const { rows } = await shop.database.pool.query<{ id: string; kind: Order["kind"]; state: string }>(
    "select id, kind, state from purchase_order where visitor_id = $1 order by created_at",
    [member.id],
  );
  expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
    ["subscribe", "paid"],
    ["renewal", "paid"],
  ]);
  expect(await findOrderTouch(shop.database.db, rows[1]?.id ?? "")).toEqual({
    ...fixed,
    order_id: rows[1]?.id,
  });

  const answer = await read(start);
  const [textLine] = answer.rows.filter(({ key }) => key === "Autumn");
  expect(answer.depths).toEqual([2, 3, 5, 8]);
  expect(textLine).toMatchObject({
    visitors: 1,
    watched: 1,
    reached: [1, 1, 0, 0],
    paywall: 1,
    checkout: 1,
    orders: 1,
    paid: 1,
    renewed: 1,
  });
  const money = textLine?.money.get("USD");
  expect(money?.gross).toBe(2 * 999);
  expect(money?.net).toBe(2 * 999 - (money?.fees ?? 0));
  expect(money?.fees).toBeGreaterThan(0);
  expect(answer.retention).toEqual({
    title: "The Salt Road",
    began: 1,
    reached: [1, 2, 3].map((episode) => ({ episode, visitors: 1 })),
  });
  // They came by another campaign too, without any effect.
  expect(answer.rows.find(({ key }) => key === "Other")).toMatchObject({ visitors: 1, paid: 0, watched: 0 });
  for (const [by, key] of [
    ["click", "tiktok"],
    ["language", "en"],
    ["series", series.id],
    ["token", "(no link)"],
  ] as const)
    expect((await read(start, by)).rows.find((row) => row.key === key)).toMatchObject({
      paid: 1,
      renewed: 1,
      watched: 1,
    });
  expect(
    csvOf(answer)
      .split("\r\n")
      .find((text) => text.startsWith("Autumn,")),
  ).toBe(
    `Autumn,1,1,1,1,0,0,1,1,1,1,1,19.98,0.00,${((money?.fees ?? 0) / 100).toFixed(2)},${((money?.net ?? 0) / 100).toFixed(2)}`,
  );
  expect(answer.unknownFees).toBe(0);
  await shop.database.pool.query(
    "update capture set settled_currency = null, settled_amount = null, settled_fee = null",
  );
  expect((await read(start)).unknownFees).toBe(2);
});

test("R8: what led to an order is fixed, and is deleted only as a whole", async () => {
  const member = await makeMember(shop, { guest: await arrive(shop, "/?fbclid=fb1") });
  const { id } = (await orderOf(member, { seriesId: series.id })).info.order;
  const { pool } = shop.database;
  const change = `update order_touch set last = first || '{"kind": "google"}' where order_id = $1`;
  await expect(pool.query(change, [id])).rejects.toThrow("what led to an order is fixed");
  await expect(pool.query("delete from order_touch where order_id = $1", [id])).rejects.toThrow("is fixed");
  expect(await findOrderTouch(shop.database.db, id)).toMatchObject({
    first: { kind: "facebook" },
    series_id: series.id,
  });
});

test("R36, R58: an order of a member without a landing has the click of its own request", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { seriesId: series.id, fbclid: "tt9", ttclid: "tt9" });
  expect(await findOrderTouch(shop.database.db, info.order.id)).toMatchObject({
    last: { kind: "tiktok", value: "tt9", landing: null },
  });
  const unknown = await makeMember(shop);
  const other = await orderOf(unknown, { seriesId: series.id });
  expect(await findOrderTouch(shop.database.db, other.info.order.id)).toMatchObject({
    first: null,
    last: null,
    language: "en",
  });
});

test("R48: an order listener runs in the order's transaction, when it is opened and when it is paid", async () => {
  const calls: string[] = [];
  const { billing } = shop;
  const listening = {
    async ordered(trx: typeof billing.db, { id }: { id: string }) {
      calls.push(`ordered ${trx.isTransaction} ${id}`);
    },
    async paid(trx: typeof billing.db, { id, state }: { id: string; state: string }) {
      calls.push(`${state} ${trx.isTransaction} ${id}`);
    },
  };
  const before = billing.listeners ?? [];
  billing.listeners = [...before, listening];
  try {
    const member = await makeMember(shop);
    const { id } = (await orderOf(member, { seriesId: series.id })).info.order;
    await payOrder(member, id);
    expect(calls).toEqual([`ordered true ${id}`, `paid true ${id}`]);
  } finally {
    billing.listeners = before;
  }
});
