import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makePurchase } from "#test/paid";
import { unaudited } from "#test/unaudited";

const DAY = 86_400;

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
});
afterAll(() => shop?.close());

const raw = (text: string, values: unknown[]) => unaudited(shop.database.pool).query(text, values);

test("§6.2, C60: the list of series says which captions lack, when the next drop is, and what was sold at the paywall in 28 days", async () => {
  const [owner, editor] = [await makeOperator(shop, "owner"), await makeOperator(shop, "editor")];
  const { order } = await makePurchase(shop, { method: "card" });
  const sold = order.seriesId ?? "";
  const { id, episodes } = await makeSeries(shop, { title: { en: "Unsold" }, episodes: 2 });
  for (const [at, language] of [
    [0, "fr"],
    [1, "fr"],
    [1, "de"],
  ] as const)
    await raw("insert into caption (episode_id, language, file, body) values ($1, $2, 'a.vtt', 'WEBVTT')", [
      episodes[at]?.id,
      language,
    ]);
  const [first, second] = [2, 1].map((days) => new Date(shop.clock.now().getTime() + days * DAY * 1000));
  for (const [key, at, state] of [
    ["a", first, "planned"],
    ["b", second, "planned"],
    ["c", shop.clock.now(), "done"],
  ] as const)
    await raw(
      `insert into release_drop (id, series_id, local_at, zone, at, state, changed_at)
       values ($1, $2, $3::timestamptz at time zone 'UTC', 'UTC', $3, $4, $3)`,
      [`drop-${key}`, id, at, state],
    );
  const rowOf = async (of: string, who = owner) =>
    (await who.call("GET", `/series?size=100`)).data.list.find((row: { id: string }) => row.id === of);

  const plain = await rowOf(id);
  expect(plain).toMatchObject({ nextDrop: second?.toISOString(), sales: { bought: 0, net: [] } });
  const captions = plain.languages.map((one: { language: string; captions: string }) => [
    one.language,
    one.captions,
  ]);
  expect(Object.fromEntries(captions)).toEqual({
    en: "none",
    es: "none",
    fr: "whole",
    de: "part",
    pt: "none",
  });

  const { amount, currency } = order.total;
  expect(await rowOf(sold)).toMatchObject({
    nextDrop: null,
    sales: { bought: 1, net: [{ amount, currency }] },
  });
  expect((await rowOf(sold, editor)).sales).toEqual({ bought: "few", net: null });
  // What went back is no longer in it, and after 28 days neither is the sale.
  await raw(
    `insert into refund (id, capture_id, order_id, gateway, amount, currency, state, initiated_by, created_at, updated_at)
     select 'back', c.id, p.order_id, p.gateway, 100, c.currency, 'done', 'operator', $2, $2
     from capture c join payment p on p.id = c.payment_id where p.order_id = $1`,
    [order.id, shop.clock.now()],
  );
  expect((await rowOf(sold)).sales.net).toMatchObject([{ amount: amount - 100 }]);
  shop.clock.advance(29 * DAY);
  expect((await rowOf(sold, await makeOperator(shop, "owner"))).sales).toEqual({ bought: 0, net: [] });
});
