import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanupTask } from "#accounts";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import { startDue } from "#platform/jobs/due";
import { decimalText } from "#platform/money";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { arrive } from "#test/visitors";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { csvOf } from "./csv.ts";
import { type Report, readReport } from "./report.ts";
import { type Grouping, groupings, type Takings, type TouchModel } from "./repository.ts";

let shop: TestMoney;
let series: MadeSeries[];
beforeAll(async () => {
  shop = await testMoney();
  series = [await makeSeries(shop), await makeSeries(shop)];
});
afterAll(() => shop.close());

const day = 86_400;

const ways = {
  tiktok: "/?ttclid=tt&utm_campaign=Autumn",
  facebook: "/?fbclid=fb&utm_campaign=Winter",
  google: "/?gclid=g",
  token: "/?token=friend",
  utm: "/?utm_source=mail&utm_campaign=Autumn",
  referral: "/",
  direct: "/",
  nothing: null,
} as const;
type Way = keyof typeof ways;

const person = fc.record({
  way: fc.constantFrom(...(Object.keys(ways) as Way[])),
  later: fc.constantFrom(...(Object.keys(ways) as Way[])),
  currency: fc.constantFrom("USD", "EUR", "BRL"),
  unlocks: fc.integer({ min: 0, max: 2 }),
  subscribes: fc.boolean(),
  refund: fc.constantFrom("none", "part", "whole"),
  declined: fc.boolean(),
  erased: fc.boolean(),
});
type Plan = typeof person extends fc.Arbitrary<infer P> ? P : never;

interface Lived {
  plan: Plan;
  member: MadeMember;
}

async function live(plan: Plan): Promise<Lived> {
  const land = (way: Way) =>
    arrive(shop, ways[way] ?? "/order/result", {
      referrer: way === "referral" ? "https://blog.example/" : "",
    });
  const member = await makeMember(shop, { guest: await land(plan.way) });
  await shop.advance(day);
  const again = await land(plan.later);
  await again.call("POST", "/api/user/login", { email: member.email, password: member.password });
  const { currency } = plan;
  const variants = [
    ...series.slice(0, plan.unlocks).map(({ id }) => ({ seriesId: id, currency })),
    ...(plan.subscribes ? [{ currency, episodeId: series[0]?.episodes[2]?.id }] : []),
  ];
  let refunded = plan.refund === "none";
  for (const options of variants) {
    const ordered = await orderOf(again, options);
    const { id } = ordered.info.order;
    if (plan.declined) await payOrder(again, id, "pm_card_chargeDeclined");
    await payOrder(again, id);
    if (refunded) continue;
    refunded = true;
    await refundOrder(shop.billing, id, plan.refund === "part" ? 123 : null, {
      by: "operator",
      actor: commandActor(),
      reason: null,
    });
  }
  if (plan.erased) {
    await again.call("POST", "/api/user/delete", { password: member.password });
  }
  return { plan, member };
}

async function erase(): Promise<void> {
  const cleanup = startDue({ ...shop.accounts, upkeep: shop.database.upkeep, pollMs: 5 }, [
    cleanupTask(shop.accounts),
  ]);
  const due = "select count(*)::int as count from visitor where deletes_at <= $1";
  await expect
    .poll(async () => (await shop.database.pool.query(due, [shop.clock.now()])).rows[0].count, {
      timeout: timeLimit(10),
    })
    .toBe(0);
  await cleanup.stop();
}

function read(by: Grouping, touch: TouchModel, from: Date, to: Date): Promise<Report> {
  return readReport(shop.database.db, { from, to, by, touch, series: null, titleOf: async (id) => id });
}

/** What is ours wherever it lies: neither a payout to the bank nor a line of unknown origin changes it. */
const netAccounts = ["gateway_receivable", "gateway_clearing", "dispute_hold", "bank", "suspense"];

/** Computes the ledger's totals independently: by account only, regardless of the order. */
async function ledger(from: Date, to: Date): Promise<Record<string, Takings>> {
  const { rows } = await shop.database.pool.query<{ currency: string; account: string; sum: string }>(
    `select currency, account, sum(amount)::text as sum from ledger_entry
     where txn_id in (select id from ledger_txn where at >= $1 and at < $2) group by 1, 2`,
    [from, to],
  );
  const books: Record<string, Takings> = {};
  for (const { currency, account, sum } of rows) {
    const of = books[currency] ?? { gross: 0, refunds: 0, fees: 0, net: 0 };
    books[currency] = of;
    const amount = Number(sum);
    if (account === "refunds") of.refunds += amount;
    else if (account === "gateway_fees") of.fees += amount;
    else if (netAccounts.includes(account)) of.net += amount;
    else if (account === "fx_conversion") continue;
    else of.gross -= amount;
  }
  // Moving money from deferred to earned is not revenue.
  return Object.fromEntries(
    Object.entries(books).filter(([, of]) => Object.values(of).some((amount) => amount !== 0)),
  );
}

function summed(report: Report): Record<string, Takings> {
  const sums: Record<string, Takings> = {};
  for (const { money } of report.rows)
    for (const [currency, takings] of money) {
      const of = sums[currency] ?? { gross: 0, refunds: 0, fees: 0, net: 0 };
      sums[currency] = of;
      for (const name of ["gross", "refunds", "fees", "net"] as const) of[name] += takings[name];
    }
  return Object.fromEntries(
    Object.entries(sums).filter(([, of]) => Object.values(of).some((amount) => amount !== 0)),
  );
}

test("R8, R48: the rows of a report equal the ledger to the cent, however they are grouped", {
  timeout: timeLimit(120),
}, async () => {
  const start = shop.clock.now();
  const plans = fc.sample(person, { numRuns: 8, seed: 20_261_120 });
  const fixed: Plan[] = [
    {
      way: "tiktok",
      later: "nothing",
      currency: "USD",
      unlocks: 1,
      subscribes: true,
      refund: "none",
      declined: true,
      erased: false,
    },
    {
      way: "utm",
      later: "facebook",
      currency: "EUR",
      unlocks: 2,
      subscribes: true,
      refund: "part",
      declined: false,
      erased: true,
    },
  ];
  const lived: Lived[] = [];
  for (const plan of [...fixed, ...plans]) lived.push(await live(plan));
  await shop.advance(8 * day);
  await shop.work();
  const middle = new Date(shop.clock.now().toISOString().slice(0, 10));
  await shop.advance(15 * day);
  await shop.work();
  const { rows: renewals } = await shop.database.pool.query(
    "select from purchase_order where kind = 'renewal' and state = 'paid'",
  );
  expect(renewals.length).toBeGreaterThan(0);
  const before = await read("click", "last", start, shop.clock.now());
  await shop.stripe.post("/payouts");
  await shop.advance(3600);
  await shop.work();
  const due = lived.filter(({ plan }) => plan.erased).length;
  expect((await shop.database.pool.query("select from visitor where deletes_at is not null")).rowCount).toBe(
    due,
  );
  await erase();
  const from = new Date(start.toISOString().slice(0, 10));
  const to = new Date(shop.clock.now().getTime() + 1);
  const books = await ledger(from, to);
  expect(Object.keys(books).sort()).toEqual(["BRL", "EUR", "USD"]);
  const { rows: exchanged } = await shop.database.pool.query<{ currency: string; sum: number }>(
    "select currency, sum(amount)::int as sum from ledger_entry where account = 'fx_conversion' group by 1",
  );
  for (const [currency, { gross, refunds, fees, net }] of Object.entries(books)) {
    // What a gateway converts is gross in the customers' currency, and net in that of its balance.
    const converted = exchanged.find((row) => row.currency === currency)?.sum ?? 0;
    expect(gross - refunds - fees).toBe(net + converted);
    expect(gross).toBeGreaterThan(0);
  }
  expect(exchanged.map(({ currency }) => currency)).toContain("EUR");
  const { rows: banked } = await shop.database.pool.query(
    "select from ledger_entry where account = 'bank' and amount > 0",
  );
  expect(banked.length).toBeGreaterThan(0);
  for (const by of groupings)
    for (const touch of ["first", "last"] as const) {
      const report = await read(by, touch, from, to);
      expect(summed(report), `${by}, ${touch}`).toEqual(books);
      expect(Object.fromEntries(report.total.money)).toEqual(books);
      const [earlier, later] = [await read(by, touch, from, middle), await read(by, touch, middle, to)];
      expect(summed(earlier), by).toEqual(await ledger(from, middle));
      expect(summed(later), by).toEqual(await ledger(middle, to));
      // Every order is in one row.
      expect(report.rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(
        (await shop.database.pool.query("select from purchase_order where kind <> 'renewal'")).rowCount,
      );
      // The spreadsheet has the same totals.
      const [, ...lines] = csvOf(report).trim().split("\r\n");
      expect(lines.at(-1)).toMatch(/^All,/);
      for (const currency of report.currencies)
        expect(lines.at(-1)).toContain(decimalText(books[currency]?.net ?? 0, currency));
    }
  await checkClicks(lived, before, from, to);
});

/** Each person's captures are in the row of their last touch; of erased accounts nothing is known. */
async function checkClicks(lived: readonly Lived[], before: Report, from: Date, to: Date): Promise<void> {
  const whose = (plan: Plan) => {
    const [way, later] = [plan.way, plan.later];
    const last = later === "nothing" || later === "direct" ? way : later;
    return last === "nothing" ? (later === "direct" ? "direct" : "(unknown)") : last;
  };
  expect(lived.some(({ plan }) => plan.erased)).toBe(true);
  for (const kind of ["tiktok", "facebook"] as const) {
    const known = lived
      .filter(({ plan }) => whose(plan) === kind && !plan.erased)
      .map(({ member }) => member.id);
    const { rows } = await shop.database.pool.query<{ currency: string; sum: string }>(
      `select c.currency, sum(c.amount)::text as sum from capture c join payment p on p.id = payment_id
       join purchase_order o on o.id = p.order_id where o.visitor_id = any($1) group by 1`,
      [known],
    );
    const report = await read("click", "last", from, to);
    // A row may contain only the fees of a sale that settled in another currency.
    const sums = [...(report.rows.find(({ key }) => key === kind)?.money ?? [])];
    const gross = Object.fromEntries(
      sums.flatMap(([currency, { gross: sum }]) => (sum === 0 ? [] : [[currency, sum]])),
    );
    expect(gross, kind).toEqual(Object.fromEntries(rows.map(({ currency, sum }) => [currency, Number(sum)])));
  }
  const unknown = (report: Report) =>
    report.rows.find(({ key }) => key === "(unknown)")?.money.get("EUR")?.gross ?? 0;
  expect(unknown(await read("click", "last", from, to))).toBeGreaterThan(unknown(before));
}
