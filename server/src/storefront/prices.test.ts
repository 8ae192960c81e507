import type { Offer, Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#catalogue";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { giveRight } from "#test/paywall-states";
import { makeMember } from "#test/people";
import { unaudited } from "#test/unaudited";

// No gateway is called here: prices are shown before payment.
const stripe = {
  secretKey: "sk_test_prices",
  publishableKey: "pk_test_prices",
  webhookSecrets: ["whsec_prices"],
  apiUrl: null,
  scriptUrl: "https://js.stripe.com/endive/stripe.js",
};

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp({}, { stripe });
  series = await makeSeries(app, { episodes: 5, free: 2 });
});
afterAll(() => app.close());

const ask = async (url: string, language: string) =>
  (await app.http.inject({ url, headers: { "accept-language": language } })).json();
const one = async (language: string) => (await ask(`/api/video?id=${series.id}`, language)).info as Series;

test("R22, R47, R72: a series shows the price of the whole in the currency of the visitor's region", async () => {
  expect((await one("en-US")).unlockPrice).toMatchObject({ currency: "USD", amount: 699, display: "$6.99" });
  expect((await one("pt-BR")).unlockPrice).toMatchObject({ currency: "BRL" });
  expect((await one("de-AT")).unlockPrice).toMatchObject({ currency: "EUR" });
  expect((await one("fr")).unlockPrice, "no country is named").toMatchObject({ currency: "USD" });
  expect((await one("en-GB")).unlockPrice, "nothing is sold in pounds").toMatchObject({ currency: "USD" });
});

test("R31, R71: a locked episode comes with the plans and the price of the rest of the series, in one currency", async () => {
  const { code, info } = await ask(`/api/video/episode?id=${series.episodes[4]?.id}`, "pt-BR");
  expect(code).toBe(402);
  const { fromEpisode, unlock, plans } = info.offer as Offer;
  expect({ fromEpisode, episodes: unlock?.episodes }).toEqual({ fromEpisode: 3, episodes: 3 });
  expect(plans.length).toBeGreaterThan(0);
  expect(new Set([unlock?.price.currency, ...plans.map(({ price }) => price.currency)])).toEqual(
    new Set(["BRL"]),
  );
  const asked = await app.http.inject({
    method: "POST",
    url: "/api/video/unlock",
    headers: { "accept-language": "pt-BR" },
    payload: { seriesId: series.id },
  });
  expect(asked.json()).toMatchObject({ code: 402, info: { offer: info.offer } });
});

test("a changed price is shown at once, and each language and currency has its own cached response", async () => {
  const { pool, db } = app.database;
  await unaudited(pool).query("update series set unlock_price = '{\"EUR\": 1250}' where id = $1", [
    series.id,
  ]);
  await announceChange(db, series.id);
  await expect.poll(async () => (await one("de-DE")).unlockPrice?.display).toMatch(/12,50.€/);
  expect((await one("en-IE")).unlockPrice?.display).toBe("€12.50");
  expect((await one("en-US")).unlockPrice?.display).toBe("$6.99");
  await unaudited(pool).query("update series set unlock_price = null where id = $1", [series.id]);
  await announceChange(db, series.id);
  await expect.poll(async () => (await one("de-DE")).unlockPrice?.amount).not.toBe(1250);
});

test("a purchased series has no price for its owner, while a member can still buy it", async () => {
  const own = async (right: Parameters<typeof giveRight>[2]) => {
    const member = await makeMember(app);
    await giveRight(app, member.id, right);
    return (await member.call<Series>("GET", `/api/video?id=${series.id}`)).info;
  };
  expect(await own({ scope: "series", seriesId: series.id })).toMatchObject({
    unlocked: true,
    entitledBy: "purchase",
    unlockPrice: null,
  });
  expect(await own({ scope: "membership", to: 60 })).toMatchObject({
    unlocked: true,
    entitledBy: "subscription",
    unlockPrice: { amount: 699 },
  });
});

test("a series whose episodes are all free has no price", async () => {
  const free = await makeSeries(app, { episodes: 2, free: 2 });
  expect((await ask(`/api/video?id=${free.id}`, "en-US")).info.unlockPrice).toBeNull();
});
