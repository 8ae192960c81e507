import type { Catalogue } from "../catalogue.ts";
import { alone, type Row, share } from "../measure.ts";
import type { Running } from "../processes.ts";
import { timesOf } from "./request.ts";
import { BUSY, sizes } from "./seed-people.ts";

const SECONDS = 3;
const DAY_MS = 86_400_000;

/** What an answer may take, in milliseconds. */
const CALL = 60;
const TODAY = 100;
const TIMELINE = 80;
const RETENTION = 300;
const YEAR = 500;

type Call = [what: string, path: (no: number) => string, atMost: number | null];

/** Measures the calls about orders, people, money and reports. Reports run two at a time, so the others of four wait. */
export async function onShop(
  { database }: Catalogue,
  { ours, cookie }: { ours: Running; cookie: string },
): Promise<Row[]> {
  const popular = await popularSeries(database);
  const of = <T>(list: readonly T[], no: number): T => list[no % list.length] as T;
  const padded = (no: number) => String((no * 7919) % sizes.orders).padStart(7, "0");
  const order = (no: number) => `bench-order-${padded(no)}`;
  const person = (no: number) => `bench-member-${String(1 + ((no * 7919) % sizes.members)).padStart(7, "0")}`;
  const year = `from=${dayAgo(364)}&to=${dayAgo(0)}`;
  const created = Date.now() - 90 * DAY_MS;
  const filters = [
    "",
    "state=disputed",
    "state=paid&method=paypal",
    "currency=BRL&from=5",
    "decline=insufficient_funds",
    "campaign=bench 7",
  ];
  const names = [
    (no: number) => `bench${1 + (no % 90_000)}@example.com`,
    (no: number) => `bench-payment-${no}`,
    (no: number) => `B${padded(no)}`,
  ];
  const calls: Call[] = [
    ["today beside all that", () => "today", TODAY],
    ["what needs attention, counted for the navigation", () => "activity", CALL],
    ["the list of orders", () => "orders", CALL],
    ["a later page of it", (no) => `orders?after=${created - no * 60_000}.${order(no)}`, CALL],
    ["the list of orders, filtered", (no) => `orders?${of(filters, no).replaceAll(" ", "%20")}`, CALL],
    ["an order", (no) => `orders/one?number=B${padded(no)}`, CALL],
    [
      "orders and people by address, gateway's id, number",
      (no) => `search?q=${encodeURIComponent(of(names, no)(no))}`,
      CALL,
    ],
    ["people by the beginning of an address", (no) => `people?q=bench${1 + (no % 9_000)}`, CALL],
    ["a person", (no) => `people/one?id=${person(no)}`, CALL],
    ["a person's timeline", (no) => `people/timeline?id=${person(no)}`, CALL],
    ["the timeline of a person with 5,000 events", () => `people/timeline?id=${BUSY}`, TIMELINE],
    ["the list of tickets", () => "tickets", CALL],
    ["plans", () => "plans", CALL],
    [
      "retention of a series that thousands began",
      (no) => `reports/retention?series=${of(popular, no)}`,
      RETENTION,
    ],
    ["revenue of a year by day", () => `reports/revenue?${year}`, YEAR],
    ["revenue of a year by plan", () => `reports/revenue?${year}&by=plan`, YEAR],
    ["revenue of a year by series", () => `reports/revenue?${year}&by=series`, YEAR],
    ["revenue of 28 days by series", () => "reports/revenue?by=series", null],
    ["the ledger's accounts over a year", () => `reports/ledger?${year}`, YEAR],
    ["memberships over 28 days", () => "reports/subscriptions", null],
    ["funnel of 28 days", () => "reports/funnel", null],
    ["campaigns of 28 days", () => "reports/campaigns?by=campaign", null],
  ];
  const rows: Row[] = [];
  for (const [what, path, atMost] of calls) {
    await timesOf(ours, cookie, path, 1);
    const times = await timesOf(ours, cookie, path, SECONDS);
    rows.push(alone(`${what}, p95`, "ms", share(times, 0.95), atMost === null ? null : { atMost }));
  }
  return rows;
}

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

async function popularSeries({ pool }: Catalogue["database"]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select series_id as id from funnel_step where step = 'episode' and episode_number = 1
     group by series_id order by count(*) desc limit 20`,
  );
  return rows.map(({ id }) => id);
}
