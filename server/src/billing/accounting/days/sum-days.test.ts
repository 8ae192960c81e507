import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { testDatabase } from "#test/database";
import { unaudited } from "#test/unaudited";
import { byCurrency, readAccounts, readRevenue } from "../../console/reports/revenue.ts";
import type { LedgerAccount } from "../../records/ledger/tables.ts";
import { facets } from "../../records/ledger-days/repository.ts";
import { sumMonth } from "../../records/ledger-months/repository.ts";
import { post } from "../ledger/post.ts";
import { checkLedgerDays, sumLedgerDays } from "./sum-days.ts";

/** Its days are of 23 and 25 hours at the changes of the clock, the last of which lies among those here. */
const ZONE = "America/New_York";
const now = new Date("2026-11-26T15:00:00Z");
const DAY_MS = 86_400_000;
/** October is whole, so it has sums of its own. */
const DAYS = 60;
const clock = { now: () => now, machine: () => now };
const span = { from: new Date("2026-09-27T04:00:00Z"), to: new Date("2026-11-27T05:00:00Z"), zone: ZONE };

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await unaudited(database.pool).query<T>(text, values)).rows;

/** Returns numbers below a limit; the same seed gives the same ones. */
function openDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const dice = openDice(20_261_126);
const one = <T>(of: readonly T[]): T => of[dice(of.length)] as T;

interface Made {
  id: string;
  currency: string;
  amount: number;
  gateway: "stripe" | "paypal";
  at: Date;
}

/** Makes an order with its payment and capture, without a booking. */
async function makeOrder(): Promise<Made> {
  const at = new Date(now.getTime() - dice(DAYS * DAY_MS));
  const made: Made = {
    id: newId(at),
    currency: one(["USD", "EUR", "JPY"]),
    amount: 1 + dice(5_000),
    gateway: one(["stripe", "paypal"]),
    at,
  };
  const plan = dice(3) === 0;
  await query(
    `insert into purchase_order (id, kind, state, plan_id, series_id, title, currency, amount, method, client_token, language, created_at, paid_at)
     values ($1, $2, 'paid', $3, $4, '{}', $5, $6, 'card', $1, 'en', $7, $7)`,
    [
      made.id,
      plan ? "subscribe" : "unlock",
      plan ? "plan" : null,
      plan ? null : `series-${dice(5)}`,
      made.currency,
      made.amount,
      at,
    ],
  );
  await query(
    `insert into payment (id, order_id, gateway, state, currency, amount, initiator, created_at, updated_at)
     values ($1, $1, $2, 'succeeded', $3, $4, 'customer', $5, $5)`,
    [made.id, made.gateway, made.currency, made.amount, at],
  );
  await query(
    `insert into capture (id, payment_id, gateway, remote_id, currency, amount, at) values ($1, $1, $2, $1, $3, $4, $5)`,
    [made.id, made.gateway, made.currency, made.amount, at],
  );
  return made;
}

type Move = [account: LedgerAccount, amount: number];

const book = (source: string, { id, currency }: Made, at: Date, moves: readonly Move[]) =>
  inTransaction(database.db, (trx) =>
    post(trx, {
      source,
      orderId: id,
      at,
      entries: moves.map(([account, amount]) => ({ account, currency, amount })),
    }),
  );

const later = (at: Date) => new Date(Math.min(now.getTime(), at.getTime() + dice(4 * DAY_MS)));

/** Sells, and lets something happen to the sale. */
async function sell(): Promise<void> {
  const made = await makeOrder();
  const { id, gateway, amount, at } = made;
  await book(`capture:${gateway}:${id}`, made, at, [
    ["gateway_receivable", amount],
    ["revenue", -amount],
  ]);
  const fee = dice(amount);
  await book(`settled:${gateway}:${id}`, made, later(at), [
    ["gateway_clearing", amount - fee],
    ["gateway_receivable", -amount],
    ["gateway_fees", fee],
  ]);
  const what = dice(6);
  if (what === 0) await refund(made, 1 + dice(amount), "operator");
  if (what === 1)
    await book(`dispute:${gateway}:${id}:lost`, made, later(at), [
      ["refunds", amount],
      ["gateway_receivable", -amount],
    ]);
  // A gateway lists what a lost dispute took as a refund: it is one until the dispute is lost.
  if (what === 2) await refund(made, amount, "gateway");
  if (what === 3)
    await book(`exchanged:${id}`, made, later(at), [
      ["fx_conversion", 7],
      ["gateway_clearing", -7],
    ]);
}

async function refund(made: Made, amount: number, by: "operator" | "gateway"): Promise<void> {
  const { id, gateway, currency, at } = made;
  await query(
    `insert into refund (id, capture_id, order_id, gateway, currency, amount, state, initiated_by, created_at, updated_at)
     values ($1, $1, $1, $2, $3, $4, 'done', $5, $6, $6)`,
    [id, gateway, currency, amount, by, at],
  );
  await book(`refund:${id}`, made, later(at), [
    ["refunds", amount],
    ["gateway_receivable", -amount],
  ]);
}

/** What all reports of the span say. */
async function readAll() {
  const groups = [];
  for (const by of ["day", "currency", ...facets] as const)
    groups.push(await readRevenue(database.db, { ...span, by }, async () => new Map()));
  return {
    groups,
    accounts: await readAccounts(database.db, { ...span, from: new Date("2026-11-03T05:00:00Z") }),
  };
}

/** The net of each day and currency, added up entry by entry. */
async function plainNet() {
  const rows = await query<{ at: Date; currency: string; account: string; amount: number }>(
    "select at, currency, account, amount from ledger_txn join ledger_entry on txn_id = id",
  );
  const ours = ["gateway_receivable", "gateway_clearing", "dispute_hold", "bank", "suspense"];
  const net: Record<string, number> = {};
  for (const { at, currency, account, amount } of rows) {
    const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDate();
    const key = `${day.toString()} ${currency}`;
    if (ours.includes(account)) net[key] = (net[key] ?? 0) + Number(amount);
  }
  return net;
}

describe("C53: sums of the ledger by day", () => {
  test("say of each day, group and account what the ledger says, after random sales, refunds and disputes", async () => {
    await query("insert into plan (id, name, period_days, created_at) values ('plan', '{}', 30, now())");
    for (let n = 0; n < 200; n++) await sell();
    const before = await readAll();
    expect(await sumLedgerDays({ db: database.db, clock }, ZONE)).toBeGreaterThan(DAYS - 3);
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
    expect(await readAll()).toEqual(before);
    const days = before.groups[0]?.days ?? [];
    const net = Object.fromEntries(
      days.flatMap(({ day, sums }) => sums.map((of) => [`${day} ${of.currency}`, of.net])),
    );
    const plain = Object.entries(await plainNet()).filter(([, amount]) => amount !== 0);
    expect(Object.fromEntries(Object.entries(net).filter(([, amount]) => amount !== 0))).toEqual(
      Object.fromEntries(plain),
    );
  });

  test("are what reports read; a day that differs from the ledger is found, and read from the ledger from then on", async () => {
    const before = await readAll();
    await query(
      "update ledger_day_sum set sales = sales + 1000 where day = '2026-11-10' and facet = 'gateway'",
    );
    await query("update ledger_day_account set debit = debit + 1000 where day = '2026-11-11'");
    expect(await readAll()).not.toEqual(before);
    expect((await checkLedgerDays(database.db)).different).toEqual(["2026-11-10", "2026-11-11"]);
    expect(await readAll()).toEqual(before);
    expect(await sumLedgerDays({ db: database.db, clock }, ZONE)).toBe(2);
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
    expect(await readAll()).toEqual(before);
  });

  test("a booking of today is in the report at once, and one into a day that is over too", async () => {
    const read = () => readRevenue(database.db, { ...span, by: "day" }, async () => new Map());
    const salesOf = async (day: string) =>
      byCurrency((await read()).days.find((of) => of.day === day)?.sums ?? []).find(
        ({ currency }) => currency === "USD",
      )?.sales ?? 0;
    const made = { ...(await makeOrder()), currency: "USD" };
    const sale: Move[] = [
      ["gateway_receivable", 321],
      ["revenue", -321],
    ];
    for (const [day, at] of [
      ["2026-11-26", now],
      ["2026-11-20", new Date("2026-11-20T17:00:00Z")],
    ] as const) {
      const before = await salesOf(day);
      await book(`late:${day}`, made, at, sale);
      expect(await salesOf(day), day).toBe(before + 321);
    }
    expect(await sumLedgerDays({ db: database.db, clock }, ZONE)).toBe(1);
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
  });

  test("a refund that turns out to be a lost dispute moves, though its day is over", async () => {
    const before = await readAll();
    const [lost] = await query<{ order_id: string; amount: number; currency: string; gateway: string }>(
      "select order_id, amount, currency, gateway from refund where initiated_by = 'gateway' order by id limit 1",
    );
    await query(
      `insert into dispute_case (id, gateway, dispute_id, payment_id, order_id, state, currency, amount, texts, created_at, updated_at)
       values ('case', $1, 'case', $2, $2, 'lost', $3, $4, '{}', now(), now())`,
      [lost?.gateway, lost?.order_id, lost?.currency, lost?.amount],
    );
    const after = await readAll();
    const total = ({ groups }: typeof before, at: number) =>
      groups[at]?.totals.find(({ currency }) => currency === lost?.currency);
    for (const at of before.groups.keys()) {
      expect(total(after, at)?.disputes).toBe((total(before, at)?.disputes ?? 0) + Number(lost?.amount));
      expect(total(after, at)?.refunds).toBe((total(before, at)?.refunds ?? 0) - Number(lost?.amount));
      expect(byCurrency(after.groups[at]?.rows.flatMap(({ sums }) => sums) ?? [])).toEqual(
        after.groups[at]?.totals,
      );
    }
  });

  test("the groups with the most sales are the first of all groups, and the others add up to the rest", async () => {
    // Days and months that are summed up, and a day that is read from the ledger.
    const read = (by: (typeof facets)[number], more = {}) =>
      readRevenue(database.db, { ...span, by, ...more }, async () => new Map());
    const mostOf = ({ sums }: { sums: { sales: number }[] }) =>
      Math.max(0, ...sums.map(({ sales }) => sales));
    for (const by of facets) {
      const all = await read(by);
      const ranked = all.rows.toSorted((a, b) => mostOf(b) - mostOf(a) || (a.key < b.key ? -1 : 1));
      for (const most of [1, 2, 4]) {
        const some = await read(by, { most });
        const byKey = (rows: typeof all.rows) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
        expect(byKey(some.rows), `${most} by ${by}`).toEqual(byKey(ranked.slice(0, most)));
        const others = ranked.slice(most);
        const sums = byCurrency(others.flatMap((row) => row.sums));
        expect(some.rest, `${most} by ${by}`).toEqual(
          others.length === 0 ? null : { groups: others.length, sums },
        );
      }
    }
  });

  test("a booking that is under way while its day is summed is never left out", async () => {
    const made = await makeOrder();
    await query("delete from ledger_day where day = '2026-11-12'");
    const at = new Date("2026-11-12T17:00:00Z");
    let summing: Promise<number> | undefined;
    await inTransaction(database.db, async (trx) => {
      const entries = [
        { account: "gateway_receivable" as const, currency: made.currency, amount: 77 },
        { account: "revenue" as const, currency: made.currency, amount: -77 },
      ];
      await post(trx, { source: "under way", orderId: made.id, at, entries });
      summing = sumLedgerDays({ db: database.db, clock }, ZONE);
      expect(await Promise.race([summing, pause(300, "waits")])).toBe("waits");
    });
    expect(await summing).toBe(1);
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
  });

  test("a month whose days are all summed is read by group; one that differs from its days is found, and read from them", async () => {
    const october = () => query("select from ledger_month where month = '2026-10-01'");
    const before = await readAll();
    expect(await october()).toHaveLength(1);
    await query("update ledger_month_sum set sales = sales + 1000");
    const [day, , ...groups] = (await readAll()).groups;
    expect(day).toEqual(before.groups[0]);
    for (const [at, group] of groups.entries()) expect(group.rows).not.toEqual(before.groups[at + 2]?.rows);
    expect((await checkLedgerDays(database.db)).different).toEqual(["2026-10"]);
    expect(await readAll()).toEqual(before);
    expect(await october()).toEqual([]);
    await sumLedgerDays({ db: database.db, clock }, ZONE);
    expect(await october()).toHaveLength(1);
    expect(await readAll()).toEqual(before);
  });

  test("of many groups those with the most sales are rows, and the others add up to the rest", async () => {
    const read = (most?: number) =>
      readRevenue(
        database.db,
        { ...span, by: "series", ...(most !== undefined && { most }) },
        async () => new Map(),
      );
    const all = await read();
    const most = await read(2);
    expect(all.rest).toBeNull();
    expect(most.rows).toEqual(all.rows.slice(0, 2));
    expect(most.rest).toEqual({
      groups: all.rows.length - 2,
      sums: byCurrency(all.rows.slice(2).flatMap(({ sums }) => sums)),
    });
    expect(await read(all.rows.length)).toEqual(all);
  });

  test("a booking into a month that is over is in its groups at once, and is never left out while the month is summed", async () => {
    const made = await makeOrder();
    const plainSales = async () => {
      const rows = await query<{ sum: string }>(
        "select -sum(amount) as sum from ledger_entry join ledger_txn on txn_id = id where account = 'revenue' and at < $1",
        [span.to],
      );
      return Number(rows[0]?.sum);
    };
    const sales = async () =>
      (await readRevenue(database.db, { ...span, by: "series" }, async () => new Map())).rows
        .flatMap(({ sums }) => sums)
        .reduce((sum, of) => sum + of.sales, 0);
    expect(await sales()).toBe(await plainSales());
    const late = (source: string) =>
      book(source, made, new Date("2026-10-20T17:00:00Z"), [
        ["gateway_receivable", 55],
        ["revenue", -55],
      ]);
    await late("late in october");
    expect(await sales()).toBe(await plainSales());
    await sumLedgerDays({ db: database.db, clock }, ZONE);
    await query("delete from ledger_month");
    let waiting: Promise<unknown> | undefined;
    await inTransaction(database.db, async (trx) => {
      expect(await sumMonth(trx, ZONE, "2026-10-01")).toBe(true);
      waiting = late("while october is summed");
      expect(await Promise.race([waiting, pause(300, "waits")])).toBe("waits");
    });
    await waiting;
    expect(await query("select from ledger_month")).toEqual([]);
    expect(await sales()).toBe(await plainSales());
    await inTransaction(database.db, async (trx) => {
      expect(await sumMonth(trx, ZONE, "2026-10-01")).toBe(false);
    });
    await sumLedgerDays({ db: database.db, clock }, ZONE);
    expect(await sales()).toBe(await plainSales());
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
  });

  test("another zone of the site has its own days, and those of the zone before are forgotten", async () => {
    const paris = {
      ...span,
      from: new Date("2026-10-16T22:00:00Z"),
      to: new Date("2026-11-26T23:00:00Z"),
      zone: "Europe/Paris",
    };
    const read = () => readRevenue(database.db, { ...paris, by: "day" }, async () => new Map());
    const before = await read();
    await sumLedgerDays({ db: database.db, clock }, "Europe/Paris");
    expect(await read()).toEqual(before);
    expect(await query("select from ledger_day where zone <> 'Europe/Paris'")).toEqual([]);
    expect(await checkLedgerDays(database.db)).toMatchObject({ different: [] });
  });
});
