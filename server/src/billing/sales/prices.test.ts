import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlanList, Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { actingOn, unaudited } from "#test/unaudited";
import { priceAt } from "../records/prices/repository.ts";
import { changePrices, changeUnlockPrices } from "./change.ts";
import { parseFrom, parsePrices } from "./parse-price.ts";
import { listingOf } from "./show.ts";

const day = 86_400_000;

let app: TestMemberships;
beforeAll(async () => {
  app = await testMemberships();
});
afterAll(async () => {
  await app.close();
});

const change = () => actingOn(app);
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day);
const costs = async (planId: string, at = app.clock.now()) =>
  (await priceAt(app.database.db, { planId }, "USD", at))?.amount ?? null;

async function shown(planId: string): Promise<number | undefined> {
  const { info } = (
    await app.http.inject({ url: "/api/plan", headers: { "accept-language": "en-US" } })
  ).json();
  return (info as PlanList).plans.find(({ id }) => id === planId)?.price.amount;
}

describe("a planned price", () => {
  test("R78: holds from its time on for the page and for orders; a membership keeps the one it agreed to", async () => {
    await app.addPlan(10);
    const member = await app.subscribe(10);
    const from = inDays(15);
    await changePrices(change(), "plan-10", parsePrices(["USD=12.99"]), from);
    expect(await shown("plan-10")).toBe(999);
    expect(await costs("plan-10", new Date(from.getTime() - 1))).toBe(999);
    expect(await costs("plan-10", from)).toBe(1299);
    await app.at(inDays(10));
    await app.at(from);
    expect(await shown("plan-10")).toBe(1299);
    const newcomer = await makeMember(app);
    const { info } = await orderOf(newcomer, { plan: await placeOf("plan-10") });
    expect(info?.order.total.amount).toBe(1299);
    await payOrder(newcomer, info?.order.id ?? "");
    // Renewed twice: once before the new price, once after it.
    await app.at(inDays(6));
    expect((await app.stored(member.subscriptionId)).period_no).toBe(3);
    const { rows } = await app.database.pool.query(
      "select distinct o.amount::int, o.price_id = s.price_id as pinned from purchase_order o join subscription s on s.id = o.subscription_id where s.id = $1",
      [member.subscriptionId],
    );
    expect(rows).toEqual([{ amount: 999, pinned: true }]);
  });

  test("drops cached answers when it takes effect", async () => {
    const series = await makeSeries(app, { free: 1, episodes: 3 });
    const unlockPrice = async () => {
      const response = await app.http.inject({
        url: `/api/video?id=${series.id}`,
        headers: { "accept-language": "en-US" },
      });
      return (response.json().info as Series).unlockPrice?.amount;
    };
    expect(await unlockPrice()).toBe(699);
    await changeUnlockPrices(change(), parsePrices(["USD=5.99"]), inDays(2));
    await app.work();
    expect(await unlockPrice()).toBe(699);
    await app.at(inDays(2));
    await expect.poll(unlockPrice).toBe(599);
    await changeUnlockPrices(change(), parsePrices(["USD=6.99"]));
  });

  test("is replaced by another from the same time, and outlives a change made before it", async () => {
    const from = inDays(5);
    await changePrices(change(), "days-365", parsePrices(["USD=120"]), from);
    await changePrices(change(), "days-365", parsePrices(["USD=130"]), from);
    await changePrices(change(), "days-365", parsePrices(["USD=89"]));
    expect(await costs("days-365")).toBe(8900);
    expect(await costs("days-365", from)).toBe(13_000);
    await changePrices(change(), "days-365", parsePrices(["USD=none"]), inDays(9));
    expect(await costs("days-365", inDays(8))).toBe(13_000);
    expect(await costs("days-365", inDays(10))).toBeNull();
    const lines = (await listingOf({ ...change(), config: app.config })).join("\n");
    expect(lines).toMatch(
      /\$89\.00, which is .*\n(.*\n)*? {4}from .* UTC: \$130\.00\n {4}from .* UTC: not sold in USD/,
    );
  });

  test("is refused in the past, without a date, or to end what is not sold then", async () => {
    await expect(changePrices(change(), "days-7", parsePrices(["USD=1"]), inDays(-1))).rejects.toThrow(
      /is past/,
    );
    await expect(changePrices(change(), "days-7", parsePrices(["JPY=none"]), inDays(1))).rejects.toThrow(
      /no price in JPY at that time/,
    );
    expect(parseFrom("2027-01-31").toISOString()).toBe("2027-01-31T00:00:00.000Z");
    for (const text of ["2027-02-30", "tomorrow", "31.01.2027", "2027-1-31"])
      expect(() => parseFrom(text)).toThrow(/no date/);
  });
});

describe("two prices of a plan in one currency", () => {
  const insert = (from: Date, to: Date | null) =>
    unaudited(app.database.pool).query(
      "insert into plan_price (id, plan_id, currency, amount, active_from, active_to) values ($1, 'days-7', 'USD', 1, $2, $3)",
      [newId(app.clock.now()), from, to],
    );
  test("never hold at the same time: the database refuses the second", async () => {
    await expect(insert(inDays(1), null)).rejects.toThrow(/another price/);
    await expect(insert(inDays(-400), null)).rejects.toThrow(/another price/);
  });
  test("also not when they are written at the same moment", async () => {
    const both = [inDays(3), inDays(3)].map((from) =>
      changePrices(change(), "days-7", parsePrices(["USD=10.99"]), from),
    );
    await Promise.all(both);
    expect(await costs("days-7", inDays(4))).toBe(1099);
  });
});

test("only one file decides by time which price holds", async () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  const readers: string[] = [];
  for (const file of files)
    if (/\bactive_(from|to)\b/.test(await readFile(join(root, file), "utf8"))) readers.push(file);
  expect(readers.sort()).toEqual(["billing/records/plans/tables.ts", "billing/records/prices/repository.ts"]);
});

async function placeOf(planId: string): Promise<number> {
  const { info } = (
    await app.http.inject({ url: "/api/plan", headers: { "accept-language": "en-US" } })
  ).json();
  return (info as PlanList).plans.findIndex(({ id }) => id === planId);
}
