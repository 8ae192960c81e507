import { afterAll, beforeAll, expect, test } from "vitest";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makeMember } from "#test/people";
import { booksOf, chargesOf, makeBuyer, orderOf, payOrder, type TestShop, testShop } from "#test/purchases";

let shop: TestShop;
let finance: MadeOperator;
beforeAll(async () => {
  shop = await testShop();
  finance = await makeOperator(shop, "finance");
});
afterAll(() => shop.close());

const price = (body: object) => finance.call("POST", "/series/price", body);
async function setPrice(ids: string[], set: object[], typed: object = {}) {
  const which = { ids };
  const { effect } = (await price({ which, set, dryRun: true })).info;
  const done = await price({ which, set, typed, effect: effect.hash });
  await shop.notified();
  return { effect, done };
}
/** What the paywall of a series asks for. */
const paywall = async (episodeId: string | undefined) =>
  (await shop.http.inject({ url: `/api/video/episode?id=${episodeId}` })).json().info.offer.unlock;

test("C38: a series gets a price of its own: the paywall shows it, an open order keeps the old one, the next pays the new", async () => {
  const { id, episodes } = await makeSeries(shop, { episodes: 5, free: 1 });
  const { rows, episodes: locked } = (await finance.call("GET", `/series/price?id=${id}`)).info;
  const usd = rows.find(({ currency }: { currency: string }) => currency === "USD");
  expect(locked).toBe(4);
  expect(usd).toMatchObject({
    own: null,
    general: { amount: 699, display: "$6.99" },
    perEpisode: { amount: 175 },
  });
  const early = await makeBuyer(shop, { seriesId: id });
  const { effect, done } = await setPrice([id], [{ currency: "USD", amount: "4.99" }]);
  expect(effect.sentences[0]).toBe("The Salt Road costs $4.99 instead of $6.99 (29 % less).");
  expect(effect.typed).toEqual([]);
  expect(done.info.changed).toBe(1);
  expect(await paywall(episodes[2]?.id)).toMatchObject({
    price: { amount: 499 },
    perEpisode: { amount: 125 },
  });
  expect((await finance.call("GET", `/series/price?id=${id}`)).info.rows).toContainEqual(
    expect.objectContaining({ currency: "USD", own: expect.objectContaining({ amount: 499 }) }),
  );
  expect((await payOrder(early, early.orderId)).info.order.state).toBe("paid");
  expect(await chargesOf(shop, await booksOf(shop, early.orderId))).toEqual({ charges: 1, charged: 699 });
  expect((await orderOf(await makeMember(shop), { seriesId: id })).info.order.total.amount).toBe(499);

  await setPrice([id], [{ currency: "USD", amount: null }]);
  expect(await paywall(episodes[2]?.id)).toMatchObject({ price: { amount: 699 } });
  const audit = await shop.database.pool.query(
    "select kept, before, after from audit where subject_id = $1 and action = 'series.price' order by id",
    [id],
  );
  expect(audit.rows).toHaveLength(2);
  expect(audit.rows).toContainEqual({
    kept: "money",
    before: { prices: null },
    after: { prices: { USD: 499 } },
  });
});

test("C38: a change of more than half wants the amount typed, for one series as for many", async () => {
  const made = [await makeSeries(shop, { free: 1 }), await makeSeries(shop, { free: 1 })];
  const ids = made.map(({ id }) => id);
  const set = [{ currency: "USD", amount: "2.99" }];
  const refused = await setPrice(ids, set);
  expect(refused.effect).toMatchObject({ typed: ["USD"] });
  expect(refused.effect.sentences[0]).toBe("2 series cost $2.99 instead of $6.99.");
  expect(refused.done).toMatchObject({ code: 400, errors: [{ field: "typed.USD" }] });
  expect((await setPrice(ids, set, { USD: "29.9" })).done.code).toBe(400);
  expect((await setPrice(ids, set, { USD: "2.99" })).done.info.changed).toBe(2);
  for (const { episodes } of made)
    expect(await paywall(episodes[1]?.id)).toMatchObject({ price: { amount: 299 } });
  // Back to the general price is a step of more than half too.
  expect((await setPrice(ids, [{ currency: "USD", amount: null }])).done.code).toBe(400);
});

test("C37: a price that changed since it was shown is refused, and so are amounts that nobody could pay", async () => {
  const { id } = await makeSeries(shop, { free: 1 });
  const which = { ids: [id] };
  const set = [{ currency: "USD", amount: "5.99" }];
  const { hash } = (await price({ which, set, dryRun: true })).info.effect;
  await setPrice([id], [{ currency: "USD", amount: "6.49" }]);
  expect(await price({ which, set, effect: hash })).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  for (const [currency, amount] of [
    ["USD", "-1"],
    ["USD", "6,99"],
    ["USD", "0.01"],
    ["XXQ", "5"],
    ["JPY", "9.99"],
  ])
    expect(
      await price({ which, set: [{ currency, amount }], dryRun: true }),
      `${currency} ${amount}`,
    ).toMatchObject({
      code: 400,
      errors: [{ field: `amount.${currency}` }],
    });
  expect((await price({ which: { ids: ["nothing"] }, set, dryRun: true })).code).toBe(404);
});

test("C4: an editor sees prices and changes none", async () => {
  const { id } = await makeSeries(shop);
  const editor = await makeOperator(shop, "editor");
  expect((await editor.call("GET", `/series/price?id=${id}`)).code).toBe(200);
  const body = { which: { ids: [id] }, set: [{ currency: "USD", amount: "4.99" }], dryRun: true };
  expect(await editor.call("POST", "/series/price", body)).toMatchObject({ reason: "not_permitted" });
});
