import type { Language, Today } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { moneyOf } from "#platform/money";
import type { Billing } from "../../records/billing.ts";
import { listCurrencies } from "../../records/prices/repository.ts";
import {
  hasSold,
  listGatewayLives,
  listSales,
  listSalesOf,
  listSeriesSales,
  type SalesRow,
  type SeriesSales,
  type Spans,
} from "./repository.ts";

/** A gateway is silent when something was paid this long ago and no event has come since. */
const SILENT_MS = 3_600_000;
/** What was paid longer ago says nothing about a gateway of today. */
const WATCHED_MS = 7 * 86_400_000;

/** New sales of today, of a week ago, and of each of the last days. */
export interface TodaySales {
  net: Today["numbers"]["net"];
  members: { now: number; before: number };
  unlocks: { now: number; before: number };
  /** By day: the net in the currency with most sales. */
  days: ReadonlyMap<string, { net: number; members: number; unlocks: number }>;
}

/** Reads new sales; `today` is the day of the site's zone. */
export async function readTodaySales(
  db: Db,
  { language, ...spans }: Spans & { day: string; language: Language },
): Promise<TodaySales> {
  const rows = await listSales(db, spans);
  const sum = (of: readonly SalesRow[], what: "net" | "sales" | "members" | "unlocks") =>
    of.reduce((total, row) => total + row[what], 0);
  const today = rows.filter(({ day }) => day === spans.day);
  const before = rows.filter(({ compared }) => compared);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted(
    (one, other) => salesIn(rows, other) - salesIn(rows, one),
  );
  const [main] = currencies;
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    net: currencies
      .filter((currency) => [...today, ...before].some((row) => row.currency === currency))
      .map((currency) => {
        const of = (list: readonly SalesRow[]) =>
          sum(
            list.filter((row) => row.currency === currency),
            "net",
          );
        return {
          now: moneyOf(Math.max(0, of(today)), currency, language),
          before: moneyOf(Math.max(0, of(before)), currency, language),
        };
      }),
    members: { now: sum(today, "members"), before: sum(before, "members") },
    unlocks: { now: sum(today, "unlocks"), before: sum(before, "unlocks") },
    days: new Map(
      [...byDay].map(([day, list]) => [
        day,
        {
          net: sum(
            list.filter(({ currency }) => currency === main),
            "net",
          ),
          members: sum(list, "members"),
          unlocks: sum(list, "unlocks"),
        },
      ]),
    ),
  };
}

function salesIn(rows: readonly SalesRow[], currency: string): number {
  return rows.reduce((total, row) => total + (row.currency === currency ? row.sales : 0), 0);
}

/** Returns the series that sold most since a time, with what each brought by currency. */
export async function readSellingSeries(
  db: Db,
  { since, limit, language }: { since: Date; limit: number; language: Language },
): Promise<{ id: string; buyers: number; net: ReturnType<typeof moneyOf>[] }[]> {
  return groupSales(await listSeriesSales(db, since))
    .toSorted((one, other) => largest(other.list) - largest(one.list) || other.buyers - one.buyers)
    .slice(0, limit)
    .map(({ list, ...sold }) => ({ ...sold, net: netOf(list, language) }));
}

/** Returns what was bought of some series since a time, by the ids of those that sold, with what each brought by currency. */
export async function readSeriesSales(
  db: Db,
  ids: readonly string[],
  { since, language }: { since: Date; language: Language },
): Promise<Map<string, { buyers: number; net: ReturnType<typeof moneyOf>[] }>> {
  const groups = groupSales(await listSalesOf(db, ids, since));
  return new Map(groups.map(({ id, buyers, list }) => [id, { buyers, net: netOf(list, language) }]));
}

function groupSales(rows: readonly SeriesSales[]) {
  return [...Map.groupBy(rows, ({ series_id: id }) => id)].map(([id, list]) => ({
    id,
    list,
    buyers: buyersOf(list),
  }));
}

function netOf(list: readonly SeriesSales[], language: Language): ReturnType<typeof moneyOf>[] {
  return list
    .toSorted((one, other) => other.buyers - one.buyers)
    .map(({ net, currency }) => moneyOf(Math.max(0, net), currency, language));
}

const buyersOf = (list: readonly SeriesSales[]) => list.reduce((sum, { buyers }) => sum + buyers, 0);
const largest = (list: readonly SeriesSales[]) => Math.max(...list.map(({ net }) => net));

/** Returns when each gateway that is set up was last heard of, and whether it should have been since. */
export async function readGatewayLives(
  { db, gateways }: Pick<Billing, "db" | "gateways">,
  now: Date,
): Promise<Today["running"]["gateways"]> {
  const since = new Date(now.getTime() - WATCHED_MS);
  const lives = await listGatewayLives(db, [...gateways.keys()], since);
  return lives.map(({ name, heardAt, paidAt }) => {
    const paidAgo = paidAt === null ? null : now.getTime() - paidAt.getTime();
    const isSilent =
      paidAgo !== null &&
      paidAgo > SILENT_MS &&
      (heardAt === null || heardAt.getTime() < now.getTime() - paidAgo - SILENT_MS);
    return { name, at: heardAt?.toISOString() ?? null, isSilent };
  });
}

/** Returns whether anything was ever sold, and whether anything has a price now. */
export async function readBeginning(db: Db, now: Date): Promise<{ hasSold: boolean; hasPrice: boolean }> {
  const [sold, currencies] = await Promise.all([hasSold(db), listCurrencies(db, now)]);
  return { hasSold: sold, hasPrice: currencies.length > 0 };
}
