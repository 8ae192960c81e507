import { setTimeout as pause } from "node:timers/promises";
import { revenueGroups } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { refundOrder, sumLedgerDays } from "#billing";
import { commandActor } from "#platform/actor";
import { type MadeOperator, makeOperator } from "#test/console";
import {
  addTo,
  closeDisputeOf,
  type ExpectedBooks,
  openDisputeOf,
  refundFrom,
  type Sale,
  sellTo,
} from "#test/expected-books";
import { type TestMoney, testMoney } from "#test/money";
import { unaudited } from "#test/unaudited";
import { limits } from "../../../../vitest.limits.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

interface Sums {
  currency: string;
  sales: number;
  refunds: number;
  disputes: number;
  fees: number;
  exchanged: number;
  net: number;
}

let shop: TestMoney;
let finance: MadeOperator;
/** What this test did, by day: what it sold, gave back and lost, by account and currency. */
const script: Record<string, Record<"sold" | "refunded" | "disputed", ExpectedBooks>> = {};

const today = () => shop.clock.now().toISOString().slice(0, 10);
const books = () => (script[today()] ??= { sold: {}, refunded: {}, disputed: {} });

async function goOn(seconds: number): Promise<void> {
  await shop.advance(seconds);
  await pause(50);
  await shop.work();
}

/** Settles whatever the gateways owe while the day lasts. */
async function untilNextDay(): Promise<void> {
  await goOn(HOUR);
  const into = (shop.clock.now().getTime() / 1000) % DAY;
  await goOn(DAY - into + 2 * HOUR);
}

async function refund(sale: Sale, amount: number): Promise<void> {
  await refundOrder(shop.billing, sale.order.id, amount, {
    by: "operator",
    actor: commandActor(),
    reason: null,
  });
  refundFrom(books().refunded, sale, amount);
}

/** Its event arrives when it does; a bank takes longer than that to decide. */
async function untilDisputed({ order }: Sale): Promise<void> {
  await vi.waitUntil(
    async () => {
      await goOn(600);
      const { rows } = await shop.database.pool.query("select state from purchase_order where id = $1", [
        order.id,
      ]);
      return rows[0].state === "disputed";
    },
    { interval: 50, timeout: limits.testTimeout },
  );
}

async function loseDispute(sale: Sale): Promise<void> {
  const { rows } = await shop.database.pool.query(
    "select c.remote_id from capture c join payment p on p.id = c.payment_id where order_id = $1",
    [sale.order.id],
  );
  const captureId = rows[0].remote_id;
  openDisputeOf(books().disputed, sale);
  closeDisputeOf(books().disputed, sale, "lost");
  if (sale.method === "card") {
    const { id } = (await shop.stripe.post(`/charges/${captureId}/dispute`)) as { id: string };
    await untilDisputed(sale);
    await shop.stripe.post(`/disputes/${id}/close`, { outcome: "lost" });
    return;
  }
  const said = { captureId, stage: "CHARGEBACK", reason: "UNAUTHORISED" };
  const { id } = (await shop.paypal.post("/disputes", said)) as { id: string };
  await untilDisputed(sale);
  await shop.paypal.post(`/disputes/${id}`, { outcome: "lost" });
}

beforeAll(async () => {
  shop = await testMoney();
  await shop.paypal.put("/settings", { reportingSeconds: 0 });
  await untilNextDay();
  const sell = (method: "card" | "paypal", currency: string) =>
    sellTo(shop, books().sold, { method, currency });
  const first = [];
  for (const currency of ["USD", "EUR", "BRL"]) first.push(await sell("card", currency));
  first.push(await sell("paypal", "EUR"));
  await untilNextDay();
  const [usd, eur, , paypal] = first as [Sale, Sale, Sale, Sale];
  await sell("paypal", "USD");
  await refund(eur, 200);
  await refund(paypal, paypal.amount);
  await untilNextDay();
  await loseDispute(usd);
  await loseDispute(await sell("paypal", "EUR"));
  await loseDispute(await sell("card", "EUR"));
  await untilNextDay();
  // Days that are over are read from their sums.
  if ((await sumLedgerDays(shop.billing, "UTC")) < 3) throw new Error("The days have no sums.");
  // After all that time, an earlier session would be over.
  finance = await makeOperator(shop, "finance");
});
afterAll(() => shop?.close());

const report = async (query: string, { from = Object.keys(script)[0], to = today() } = {}) => {
  const answer = await finance.call("GET", `/reports/revenue?from=${from}&to=${to}${query}`);
  expect(answer.code).toBe(200);
  return answer.info;
};

/** Adds up what the script did, in the report's words. */
function expectedOf(days: readonly string[]): Sums[] {
  const sums = new Map<string, Sums>();
  const add = (currency: string, field: keyof Omit<Sums, "currency">, amount: number) => {
    const of = sums.get(currency) ?? {
      currency,
      sales: 0,
      refunds: 0,
      disputes: 0,
      fees: 0,
      exchanged: 0,
      net: 0,
    };
    of[field] += amount;
    sums.set(currency, of);
  };
  const fields = { revenue: "sales", gateway_fees: "fees", fx_conversion: "exchanged" } as const;
  for (const day of days)
    for (const [part, of] of Object.entries(script[day] ?? {}))
      for (const [key, amount] of Object.entries(of)) {
        const [account = "", currency = ""] = key.split(" ");
        if (account === "refunds") add(currency, part === "disputed" ? "disputes" : "refunds", amount);
        else
          add(
            currency,
            fields[account as keyof typeof fields] ?? "net",
            account === "revenue" ? -amount : amount,
          );
      }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

describe("C42: the report of revenue", () => {
  test("is what was sold, given back and lost in three currencies, to the cent, on each day and together", async () => {
    const { totals, days, zone, firstDay } = await report("");
    expect(totals.map(({ currency }: Sums) => currency)).toEqual(["BRL", "EUR", "USD"]);
    expect(totals).toEqual(expectedOf(Object.keys(script)));
    const each = Object.keys(script).map((day) => ({ day, sums: expectedOf([day]) }));
    expect(days).toEqual(each.filter(({ sums }) => sums.length > 0));
    expect({ zone, firstDay }).toEqual({ zone: "UTC", firstDay: Object.keys(script)[0] });
  });

  test("of some of the days has what happened on them alone", async () => {
    const days = Object.keys(script);
    for (const [first, from] of days.entries())
      for (const to of days.slice(first)) {
        const { totals } = await report("&by=gateway", { from, to });
        const wanted = expectedOf(days.slice(first, days.indexOf(to) + 1));
        expect(totals, `${from} to ${to}`).toEqual(wanted);
      }
  });

  test("has sales, disputes and fees in several currencies, so that the sums above say something", () => {
    const all = expectedOf(Object.keys(script));
    for (const field of ["sales", "refunds", "disputes", "fees", "exchanged"] as const)
      expect(all.filter((of) => of[field] !== 0).length, field).toBeGreaterThan(field === "refunds" ? 0 : 1);
  });

  test.each(revenueGroups)("adds up to the same by %s", async (by) => {
    const { totals, rows } = await report(`&by=${by}`);
    const sums: Record<string, number> = {};
    for (const row of rows)
      for (const { currency, ...of } of row.sums)
        for (const [field, amount] of Object.entries(of))
          addTo(sums, `${currency} ${field}`, amount as number);
    const wanted: Record<string, number> = {};
    for (const { currency, ...of } of totals)
      for (const [field, amount] of Object.entries(of))
        addTo(wanted, `${currency} ${field}`, amount as number);
    expect(sums).toEqual(wanted);
  });

  test("names gateways, and puts the money of each under its name", async () => {
    const { rows } = await report("&by=gateway");
    expect(
      rows.map(({ label }: { label: string }) => label).toSorted((a: string, b: string) => (a < b ? -1 : 1)),
    ).toEqual(["PayPal", "Stripe"]);
  });

  test("shows the ledger's accounts with what came and went, each currency at zero", async () => {
    const { info } = await finance.call(
      "GET",
      `/reports/ledger?from=${Object.keys(script)[0]}&to=${today()}`,
    );
    const { rows } = await shop.database.pool.query(
      `select account, currency, sum(amount)::int as closing from ledger_entry group by 1, 2 order by 1, 2`,
    );
    expect(
      info.rows.map(({ account, currency, closing }: Record<string, unknown>) => ({
        account,
        currency,
        closing,
      })),
    ).toEqual(rows);
    const of = Map.groupBy(info.rows as { currency: string; closing: number }[], ({ currency }) => currency);
    for (const [currency, accounts] of of)
      expect(
        accounts.reduce((sum, { closing }) => sum + closing, 0),
        currency,
      ).toBe(0);
  });

  test("cuts days in the zone of the site", async () => {
    const set = (zone: string) =>
      unaudited(shop.database.pool).query(
        `insert into site_setting (key, value, updated_at) values ('timezone', $1, now())
         on conflict (key) do update set value = excluded.value`,
        [JSON.stringify(zone)],
      );
    // Fourteen hours ahead: what was booked after ten in the morning is of the next day.
    await set("Pacific/Kiritimati");
    const { days, totals, zone } = await report("");
    await set("UTC");
    expect(zone).toBe("Pacific/Kiritimati");
    expect(totals).not.toEqual([]);
    const { rows } = await shop.database.pool.query(
      `select distinct to_char((at + interval '14 hours') at time zone 'UTC', 'YYYY-MM-DD') as day from ledger_txn order by 1`,
    );
    const known = rows.map(({ day }) => day);
    for (const { day } of days) expect(known).toContain(day);
  });

  test("refuses days that are none, too many, or the wrong way round", async () => {
    for (const query of ["from=2026-02-30", "from=2024-01-01&to=2026-01-01", "from=2026-03-02&to=2026-03-01"])
      expect(await finance.call("GET", `/reports/revenue?${query}`)).toMatchObject({ code: 400 });
  });
});
