import type { Db } from "#platform/db/database";
import { otherLabel, plainLabel } from "./group-labels.ts";
import {
  atOnce,
  countBegun,
  countForgotten,
  countOrders,
  countPeople,
  countUnknownFees,
  hasForgotten,
  listKnownTokens,
  type Scope,
  sumTakings,
  type Takings,
} from "./repository.ts";

/** One group of a report, or all of them. */
export interface ReportRow {
  key: string;
  label: string;
  visitors: number;
  watched: number;
  /** How many reached each of the report's depths, or further. */
  reached: number[];
  paywall: number;
  checkout: number;
  orders: number;
  paid: number;
  renewed: number;
  /** By currency. */
  money: ReadonlyMap<string, Takings>;
}

/** How many of those who began a series reached each of its episodes. */
export interface Retention {
  title: string;
  began: number;
  reached: { episode: number; visitors: number }[];
}

/** The way from a first visit to a renewal, told apart by what led here. */
export interface Report extends Scope {
  /** Episodes whose reaching is counted. */
  depths: number[];
  currencies: string[];
  /** The most visited first. Together they are `total`. */
  rows: ReportRow[];
  total: ReportRow;
  retention: Retention | null;
  /** How many payments have a fee that is not known yet, and therefore not counted. */
  unknownFees: number;
  /** Whether some of it is numbers by day, in which somebody who came on two days is two. */
  hasForgotten: boolean;
}

/** What a report is to say. */
export interface ReportWish extends Scope {
  /** Whose retention is wanted. */
  series: { id: string; title: string } | null;
  /** Titles for a report by series. */
  titleOf: (seriesId: string) => Promise<string>;
}

/** More rows than this nobody reads: what comes after them is one row. */
const MOST_ROWS = 100;
const depthSteps = [2, 3, 5, 8, 13, 21, 34, 55, 89];
const fewestDepths = 4;

interface Group {
  depths: Map<number, number>;
  visitors: number;
  paywall: number;
  checkout: number;
  orders: number;
  paid: number;
  renewed: number;
  money: Map<string, Takings>;
}

/** Reads a report, all of it as it was at one moment. */
export async function readReport(db: Db, wish: ReportWish): Promise<Report> {
  return atOnce(db, async (trx) => {
    const groups = await readGroups(trx, wish);
    const furthest = Math.max(0, ...[...groups.values()].flatMap(({ depths }) => [...depths.keys()]));
    const depths = depthSteps.filter((depth, at) => at < fewestDepths || depth <= furthest);
    const known = wish.by === "token" ? await listKnownTokens(trx, [...groups.keys()]) : new Set<string>();
    const labelOf = (key: string) =>
      wish.by === "series" && !key.startsWith("(") ? wish.titleOf(key) : plainLabel(wish.by, key, known);
    const ranked = [...groups].sort(
      ([a, one], [b, other]) => other.visitors - one.visitors || other.paid - one.paid || (a < b ? -1 : 1),
    );
    const shown = ranked.slice(0, MOST_ROWS);
    const rest = ranked.slice(MOST_ROWS);
    const rows = await Promise.all(
      shown.map(async ([key, group]) => rowOf(key, await labelOf(key), group, depths)),
    );
    if (rest.length > 0)
      rows.push(rowOf("(others)", otherLabel(rest.length), together(rest.map(([, group]) => group)), depths));
    const total = together([...groups.values()]);
    const { from, to, by, touch } = wish;
    return {
      from,
      to,
      by,
      touch,
      depths,
      currencies: [...total.money.keys()].sort(),
      rows,
      total: rowOf("", "All", total, depths),
      retention: await readRetention(trx, wish),
      unknownFees: await countUnknownFees(trx, wish),
      hasForgotten: await hasForgotten(trx, wish),
    };
  });
}

async function readGroups(db: Db, scope: Scope): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  const groupOf = (key: string) => {
    const group = groups.get(key) ?? emptyGroup();
    groups.set(key, group);
    return group;
  };
  for (const { key, depth, visitors, watched, paywall, checkout } of [
    ...(await countPeople(db, scope)),
    ...(await countForgotten(db, scope)),
  ]) {
    const group = groupOf(key);
    group.visitors += visitors;
    group.paywall += paywall;
    group.checkout += checkout;
    if (watched > 0) group.depths.set(depth, (group.depths.get(depth) ?? 0) + watched);
  }
  for (const { key, orders, paid, renewed } of await countOrders(db, scope))
    Object.assign(groupOf(key), { orders, paid, renewed });
  for (const { key, currency, ...takings } of await sumTakings(db, scope))
    if (Object.values(takings).some((amount) => amount !== 0)) groupOf(key).money.set(currency, takings);
  return groups;
}

function emptyGroup(): Group {
  return {
    depths: new Map(),
    visitors: 0,
    paywall: 0,
    checkout: 0,
    orders: 0,
    paid: 0,
    renewed: 0,
    money: new Map(),
  };
}

function together(groups: readonly Group[]): Group {
  const sum = emptyGroup();
  for (const { depths, money, ...counts } of groups) {
    for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
    for (const [depth, count] of depths) sum.depths.set(depth, (sum.depths.get(depth) ?? 0) + count);
    for (const [currency, takings] of money) {
      const before = sum.money.get(currency) ?? { gross: 0, refunds: 0, fees: 0, net: 0 };
      sum.money.set(currency, {
        gross: before.gross + takings.gross,
        refunds: before.refunds + takings.refunds,
        fees: before.fees + takings.fees,
        net: before.net + takings.net,
      });
    }
  }
  return sum;
}

function rowOf(key: string, label: string, { depths, ...group }: Group, asked: readonly number[]): ReportRow {
  const reach = (least: number) => sumFrom(depths, least);
  return { key, label, ...group, watched: reach(0), reached: asked.map(reach) };
}

/** How many got at least so far. */
function sumFrom(depths: ReadonlyMap<number, number>, least: number): number {
  return [...depths].reduce((sum, [depth, count]) => (depth >= least ? sum + count : sum), 0);
}

async function readRetention(db: Db, { series, ...scope }: ReportWish): Promise<Retention | null> {
  if (!series) return null;
  const begun = await countBegun(db, series.id, scope);
  const depths = new Map(begun.map(({ depth, visitors }) => [depth, visitors]));
  const furthest = Math.max(1, ...depths.keys());
  const reached = Array.from({ length: furthest }, (_, at) => ({
    episode: at + 1,
    visitors: sumFrom(depths, at + 1),
  }));
  return { title: series.title, began: sumFrom(depths, 1), reached };
}
