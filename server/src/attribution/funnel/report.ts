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

/** One group of a report, or the total. */
export interface ReportRow {
  key: string;
  label: string;
  visitors: number;
  watched: number;
  /** For each depth of the report, how many visitors reached it. */
  reached: number[];
  paywall: number;
  checkout: number;
  orders: number;
  paid: number;
  renewed: number;
  /** By currency. */
  money: ReadonlyMap<string, Takings>;
}

/** How many visitors who started a series reached each of its episodes. */
export interface Retention {
  title: string;
  began: number;
  reached: { episode: number; visitors: number }[];
}

/** The funnel from first visit to renewal, grouped by acquisition channel. */
export interface Report extends Scope {
  /** The episodes that are counted. */
  depths: number[];
  currencies: string[];
  /** Sorted by visitors, most first. They add up to `total`. */
  rows: ReportRow[];
  total: ReportRow;
  retention: Retention | null;
  /** Number of payments whose fee is not known yet and therefore missing. */
  unknownFees: number;
  /** Whether part of it comes from daily aggregates, where a visitor on two days counts twice. */
  hasForgotten: boolean;
}

/** The options of a report. */
export interface ReportOptions extends Scope {
  /** The series whose retention is reported. */
  series: { id: string; title: string } | null;
  /** Returns the titles for a report by series. */
  titleOf: (seriesId: string) => Promise<string>;
  /** Groups that have a row of their own however few came. */
  named?: ReadonlySet<string>;
}

/** Further rows are combined into one, but for those that are named. */
const MAX_ROWS = 100;
const DEPTHS = [2, 3, 5, 8, 13, 21, 34, 55, 89];
const MIN_DEPTHS = 4;

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

/** Reads a report in one snapshot of the database. */
export async function readReport(db: Db, options: ReportOptions): Promise<Report> {
  return atOnce(db, async (trx) => {
    const groups = await readGroups(trx, options);
    const furthest = Math.max(0, ...[...groups.values()].flatMap(({ depths }) => [...depths.keys()]));
    const depths = DEPTHS.filter((depth, at) => at < MIN_DEPTHS || depth <= furthest);
    const known = options.by === "token" ? await listKnownTokens(trx, [...groups.keys()]) : new Set<string>();
    const labelOf = (key: string) =>
      options.by === "series" && !key.startsWith("(")
        ? options.titleOf(key)
        : plainLabel(options.by, key, known);
    const ranked = [...groups].sort(
      ([a, one], [b, other]) => other.visitors - one.visitors || other.paid - one.paid || (a < b ? -1 : 1),
    );
    const isShown = (key: string, rank: number) => rank < MAX_ROWS || options.named?.has(key);
    const shown = ranked.filter(([key], rank) => isShown(key, rank));
    const rest = ranked.filter(([key], rank) => !isShown(key, rank));
    const rows = await Promise.all(
      shown.map(async ([key, group]) => rowOf(key, await labelOf(key), group, depths)),
    );
    if (rest.length > 0)
      rows.push(rowOf("(others)", otherLabel(rest.length), together(rest.map(([, group]) => group)), depths));
    const total = together([...groups.values()]);
    const { from, to, by, touch } = options;
    return {
      from,
      to,
      by,
      touch,
      depths,
      currencies: [...total.money.keys()].sort(),
      rows,
      total: rowOf("", "All", total, depths),
      retention: await readRetention(trx, options),
      unknownFees: await countUnknownFees(trx, options),
      hasForgotten: await hasForgotten(trx, options),
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

/** Returns how many reached at least this depth. */
function sumFrom(depths: ReadonlyMap<number, number>, least: number): number {
  return [...depths].reduce((sum, [depth, count]) => (depth >= least ? sum + count : sum), 0);
}

async function readRetention(db: Db, { series, ...scope }: ReportOptions): Promise<Retention | null> {
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
