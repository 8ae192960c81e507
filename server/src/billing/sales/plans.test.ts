import { languages, type PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { sayIn } from "#platform/said";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { actingOn } from "#test/unaudited";
import {
  addPlan,
  changePrices,
  changeSeriesPrices,
  changeUnlockPrices,
  describePlan,
  movePlan,
  sellPlan,
} from "./change.ts";
import { consentOf } from "./consent.ts";
import { offerFor } from "./offer.ts";
import { checkPrice, parsePrices } from "./parse-price.ts";
import { PlanError } from "./plan-error.ts";
import { findSale } from "./sales.ts";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(async () => {
  await app.close();
});

const change = () => actingOn(app);

async function plansOf(query = "", languageHeader = "en-US"): Promise<PlanList> {
  const response = await app.http.inject({
    url: `/api/plan${query}`,
    headers: { "accept-language": languageHeader },
  });
  return response.json().info;
}

test("R78, R104: the initial plans and prices exist, with the price per day next to the full one", async () => {
  const { plans, methods, subscription } = await plansOf();
  expect(
    plans.map(({ name, periodDays, price, perDay }) => [name, periodDays, price.display, perDay.display]),
  ).toEqual([
    ["7 days", 7, "$9.99", "$1.43"],
    ["30 days", 30, "$19.99", "$0.67"],
    ["365 days", 365, "$99.99", "$0.28"],
  ]);
  expect(plans.every(({ trialDays, badge }) => trialDays === 0 && badge === null)).toBe(true);
  expect(methods.map(({ type }) => type)).toEqual(["card", "paypal", "wallet"]);
  expect(subscription).toBeNull();
});

test("R31, R78: an unlock shows its price, also per episode, and how many it opens; a free series has none", async () => {
  const series = await makeSeries(app, { free: 2, episodes: 6 });
  const free = await makeSeries(app, { free: 3, episodes: 3 });
  expect((await plansOf(`?seriesId=${series.id}`)).unlock).toMatchObject({
    seriesId: series.id,
    price: { amount: 699, currency: "USD", display: "$6.99" },
    // 174.75 cents, rounded up.
    perEpisode: { amount: 175, currency: "USD", display: "$1.75" },
    episodes: 4,
  });
  expect((await plansOf(`?seriesId=${free.id}`)).unlock).toBeNull();
  expect((await plansOf("?seriesId=nowhere")).unlock).toBeNull();
});

const places = [
  ["?currency=EUR", "en-US", "EUR"],
  ["", "de-DE", "EUR"],
  ["", "pt-BR, pt;q=0.9", "BRL"],
  ["", "en-US", "USD"],
  ["", "ja-JP", "USD"],
  ["", "de", "USD"],
  ["?currency=jpy", "fr-FR", "EUR"],
  ["?currency=brl", "en-US", "BRL"],
] as const;
test.each(places)("R104: %j from a browser with %j is shown in %s", async (query, header, currency) => {
  const { plans } = await plansOf(query, header);
  expect(new Set(plans.map(({ price }) => price.currency))).toEqual(new Set([currency]));
  expect(plans).toHaveLength(3);
});

test("every plan is described in all five languages, and none uses another's text", async () => {
  const described = await Promise.all(languages.map(async (language) => (await plansOf("", language)).plans));
  for (let at = 0; at < 3; at++) {
    expect(new Set(described.map((plans) => plans[at]?.description)).size).toBe(languages.length);
    expect(new Set(described.map((plans) => plans[at]?.name)).size).toBe(languages.length);
  }
});

test("without a gateway nothing is on sale, and nothing becomes free", async () => {
  const series = await makeSeries(app, { free: 1, episodes: 3 });
  const without = { ...app.billing, gateways: new Map(), cardForm: null };
  expect(await offerFor(without, series.id, "en", "USD")).toEqual({
    seriesId: series.id,
    fromEpisode: 2,
    unlock: null,
    plans: [],
  });
});

describe("a new price", () => {
  test("counts from now on, and the old one stays as it was for members who agreed to it", async () => {
    const { db, pool } = app.database;
    const before = await findSale(db, { planId: "days-7", currency: "USD" }, app.clock.now());
    await changePrices(change(), "days-7", parsePrices(["USD=11.99"]));
    expect(await findSale(db, { planId: "days-7", currency: "USD" }, app.clock.now())).toMatchObject({
      amount: 1199,
    });
    const { rows } = await pool.query(
      "select id, amount::int, active_to from plan_price where plan_id = 'days-7' and currency = 'USD' order by active_from, active_to",
    );
    expect(rows).toMatchObject([
      { id: before?.priceId, amount: 999 },
      { amount: 1199, active_to: null },
    ]);
    await changePrices(change(), "days-7", parsePrices(["USD=9.99"]));
  });

  test("set twice at the same moment leaves one", async () => {
    const both = ["USD=12.99", "USD=13.99"].map((price) =>
      changePrices(change(), "days-7", parsePrices([price])),
    );
    await Promise.allSettled(both);
    const { rows } = await app.database.pool.query(
      "select count(*)::int as now from plan_price where plan_id = 'days-7' and currency = 'USD' and active_to is null",
    );
    expect(rows).toEqual([{ now: 1 }]);
    await changePrices(change(), "days-7", parsePrices(["USD=9.99"]));
  });

  test("of one series takes precedence over the default, until it is removed", async () => {
    const { db } = app.database;
    const series = await makeSeries(app, { title: { en: "The Glass Orchard" }, free: 1, episodes: 3 });
    const sale = () => findSale(db, { seriesId: series.id, currency: "USD" }, app.clock.now());
    expect(await sale()).toMatchObject({ amount: 699, fromEpisode: 2, title: { en: "The Glass Orchard" } });
    await changeSeriesPrices(change(), "the glass orchard", parsePrices(["USD=4.99"]));
    expect(await sale()).toMatchObject({ amount: 499, priceId: null });
    expect(await findSale(db, { seriesId: series.id, currency: "EUR" }, app.clock.now())).toMatchObject({
      amount: 699,
    });
    await changeSeriesPrices(change(), series.id, null);
    expect(await sale()).toMatchObject({ amount: 699 });
    await changeUnlockPrices(change(), parsePrices(["USD=none"]));
    expect(await sale()).toBeNull();
    await changeUnlockPrices(change(), parsePrices(["USD=6.99"]));
  });
});

describe("a plan", () => {
  test("is added, named, moved, taken off sale and put back", async () => {
    const { db } = app.database;
    const ids = async () => (await plansOf()).plans.map(({ id }) => id);
    await addPlan(change(), "days-90", {
      days: "90",
      name: "90 days",
      description: "",
      prices: parsePrices(["USD=49.99"]),
    });
    await movePlan(change(), "days-90", "1");
    await describePlan(change(), "days-90", "name", { fr: "Un trimestre" });
    expect(await ids()).toEqual(["days-90", "days-7", "days-30", "days-365"]);
    expect((await plansOf("?currency=USD", "fr")).plans[0]?.name).toBe("Un trimestre");
    expect((await plansOf("?currency=EUR")).plans.map(({ id }) => id)).not.toContain("days-90");
    await sellPlan(change(), "days-90", false);
    expect(await ids()).toEqual(["days-7", "days-30", "days-365"]);
    expect(await findSale(db, { planId: "days-90", currency: "USD" }, app.clock.now())).toBeNull();
    await sellPlan(change(), "days-90", true);
    expect(await ids()).toContain("days-90");
    await sellPlan(change(), "days-90", false);
  });

  const nonsense: [string, () => Promise<unknown>, RegExp][] = [
    [
      "no days",
      () => addPlan(change(), "x", { days: "0", name: "X", description: "", prices: parsePrices(["USD=1"]) }),
      /whole one from 1/,
    ],
    [
      "half days",
      () =>
        addPlan(change(), "x", { days: "1.5", name: "X", description: "", prices: parsePrices(["USD=1"]) }),
      /whole one from 1/,
    ],
    [
      "no price",
      () => addPlan(change(), "x", { days: "5", name: "X", description: "", prices: [] }),
      /needs a price/,
    ],
    [
      "an existing id",
      () =>
        addPlan(change(), "days-7", {
          days: "5",
          name: "X",
          description: "",
          prices: parsePrices(["USD=1"]),
        }),
      /already/,
    ],
    [
      "no name",
      () => addPlan(change(), "x", { days: "5", name: " ", description: "", prices: parsePrices(["USD=1"]) }),
      /cannot be empty/,
    ],
    [
      "an unknown plan",
      () => changePrices(change(), "nobody", parsePrices(["USD=1"])),
      /There is no plan "nobody".*days-30/,
    ],
    ["already on sale", () => sellPlan(change(), "days-30", true), /on sale already/],
    ["an invalid position", () => movePlan(change(), "days-30", "99"), /from 1 to/],
    ["an unknown series", () => changeSeriesPrices(change(), "Nothing", null), /There is no series/],
    [
      "a missing price",
      () => changePrices(change(), "days-30", parsePrices(["JPY=none"])),
      /no price in JPY/,
    ],
  ];
  test.each(nonsense)("%s: refused with a reason, and nothing is changed", async (_, work, text) => {
    const before = await plansOf();
    await expect(work()).rejects.toThrow(PlanError);
    await expect(work()).rejects.toThrow(text);
    expect(await plansOf()).toEqual(before);
  });
});

describe("case 57: a price that no gateway accepts is refused when it is created", () => {
  const both = ["stripe", "paypal"] as const;
  const check = (text: string, configured: readonly ("stripe" | "paypal")[] = both) =>
    parsePrices([text]).flatMap((price) => checkPrice(price, configured).map((note) => sayIn("en", note)));
  test("prices that both accept are set without a note", () => {
    for (const text of ["USD=9.99", "JPY=980", "HUF=990.00", "TWD=300"]) expect(check(text)).toEqual([]);
  });
  test("prices that only one accepts are set with a note about the other", () => {
    expect(check("ISK=1500")).toEqual(["PayPal takes no ISK. At this price PayPal is not offered."]);
    expect(check("BRL=29.90")).toEqual([
      "PayPal takes BRL between accounts of Brazil alone: set PAYPAL_COUNTRY=BR if yours is one. At this price PayPal is not offered.",
    ]);
    expect(check("KWD=3.120")).toEqual(["PayPal takes no KWD. At this price PayPal is not offered."]);
    expect(check("USD=0.49")).toEqual([
      "Stripe charges no less than $0.50. At this price cards are not offered.",
    ]);
  });
  const refused = [
    "HUF=990.50",
    "TWD=300.10",
    "KWD=3.125",
    "XAU=1",
    "XXX=1",
    "USD=0",
    "USD=-1",
    "USD=1e3",
    "USD=9.999",
    "JPY=9.5",
    "USD",
    "9.99",
  ];
  test.each(refused)("%s", (text) => {
    expect(() => check(text)).toThrow(PlanError);
  });
  test("if only PayPal is configured, a price that only cards accept is refused", () => {
    expect(() => check("ISK=1500", ["paypal"])).toThrow(/PayPal takes no ISK/);
    expect(() => parsePrices(["USD=1", "usd=2"])).toThrow(/named twice/);
  });
});

describe("R7: the consent text", () => {
  test.each(languages)(
    "says in %s that it renews, by which method, how to cancel, and what may be refunded",
    (language) => {
      const { text, unlockText } = consentOf(language, { refundDays: 14, periods: [365, 7, 30] });
      expect(text).toMatch(/7, 30/);
      expect(text).toContain("365");
      for (const described of [text, unlockText]) {
        expect(described).not.toMatch(/[{}]|undefined/);
        expect(described).toContain("14");
      }
    },
  );
  test("has another version with every promise, the same in every language", () => {
    const of = (language: (typeof languages)[number], refundDays: number, periods: number[]) =>
      consentOf(language, { refundDays, periods }).version;
    expect(new Set(languages.map((language) => of(language, 14, [7]))).size).toBe(1);
    expect(of("en", 14, [7])).toBe(of("en", 14, [7, 30]));
    expect(of("en", 14, [7])).not.toBe(of("en", 30, [7]));
  });
  test("names no days if nothing is on sale", () => {
    expect(consentOf("en", { refundDays: 14, periods: [] }).text).toMatch(/its plan says, then/);
  });
});

test("the badge requires at least twenty purchases of that plan in the last thirty days, more than of any other", async () => {
  const { pool } = app.database;
  const member = await makeMember(app);
  const sell = async (planId: string, count: number, daysAgo: number) => {
    const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
    for (let n = 0; n < count; n++)
      await pool.query(
        `insert into purchase_order (id, visitor_id, kind, state, plan_id, title, currency, amount, method, client_token,
          language, created_at, paid_at)
        values ($1, $2, 'subscribe', 'paid', $3, '{}', 'USD', 1999, 'card', $1, 'en', $4, $4)`,
        [newId(at), member.id, planId, at],
      );
  };
  const badges = async () => {
    await app.advance(11 * 60);
    return (await plansOf()).plans.flatMap(({ id, badge }) => (badge === null ? [] : [[id, badge]]));
  };
  await sell("days-30", 19, 3);
  await sell("days-7", 30, 40);
  expect(await badges()).toEqual([]);
  await sell("days-30", 1, 1);
  expect(await badges()).toEqual([["days-30", "Most chosen"]]);
  await sell("days-365", 20, 1);
  expect(await badges()).toEqual([]);
});
