import type { ReportSums, RevenueGroup } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import {
  countUnknownFees,
  firstBookingDay,
  type LeadingSums,
  listPlanNames,
  type Span,
  type SumRow,
  sumAccounts,
  sumByDay,
  sumByKey,
  sumLeading,
} from "./repository.ts";

/** What a revenue report shows, without its days' names. */
export interface Revenue {
  totals: ReportSums[];
  days: { day: string; sums: ReportSums[] }[];
  rows: { key: string; label: string; sums: ReportSums[] }[];
  /** What the groups beyond the wanted number add up to. */
  rest: { groups: number; sums: ReportSums[] } | null;
  unknownFees: number;
  firstDay: string | null;
}

const fields = ["sales", "refunds", "disputes", "fees", "exchanged", "net"] as const;

/**
 * Returns what the ledger says of a span: by day, and by one more group, of which the `most` with the most sales. `titles`: names
 * series.
 */
export async function readRevenue(
  db: Db,
  span: Span & { by: RevenueGroup; most?: number },
  titles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Revenue> {
  const { by, most } = span;
  const bookings = await sumByDay(db, span);
  const days = [...Map.groupBy(bookings, ({ day }) => day)].map(([day, rows]) => ({
    day,
    sums: byCurrency(rows),
  }));
  const { rows: grouped, groups: known } = await groupsOf(db, span, bookings, most);
  const keyOf = (row: SumRow) => (by === "day" ? row.day : by === "currency" ? row.currency : row.key);
  const groups = [...Map.groupBy(grouped, keyOf)].map(([key, rows]) => ({ key, sums: byCurrency(rows) }));
  const shown = groups.filter(({ sums }) => sums.length > 0);
  const others = known - groups.length;
  const names = await namesOf(
    db,
    by,
    shown.map(({ key }) => key),
    titles,
  );
  const rows = shown.map(({ key, sums }) => ({ key, label: names.get(key) ?? key, sums }));
  return {
    totals: byCurrency(bookings),
    days: days.filter(({ sums }) => sums.length > 0),
    rows: by === "day" ? rows.reverse() : rows.toSorted(mostFirst),
    rest: others > 0 ? { groups: others, sums: byCurrency([...bookings, ...grouped.map(negated)]) } : null,
    unknownFees: await countUnknownFees(db, span),
    firstDay: await firstBookingDay(db, span.zone),
  };
}

async function groupsOf(
  db: Db,
  { by, ...span }: Span & { by: RevenueGroup },
  bookings: SumRow[],
  most: number | undefined,
): Promise<LeadingSums> {
  if (by === "day" || by === "currency") return { rows: bookings, groups: 0 };
  if (most === undefined) return { rows: await sumByKey(db, span, by), groups: 0 };
  return sumLeading(db, span, { facet: by, most });
}

/** What groups beyond those shown add up to is what all bookings add up to without them. */
function negated(row: ReportSums): ReportSums {
  const of = empty(row.currency);
  for (const field of fields) of[field] = -row[field];
  return of;
}

/** Adds up by currency, never across currencies; leaves out those in which nothing moved. */
export function byCurrency(rows: readonly ReportSums[]): ReportSums[] {
  const sums = new Map<string, ReportSums>();
  for (const row of rows) {
    const of = sums.get(row.currency) ?? empty(row.currency);
    for (const field of fields) of[field] += row[field];
    sums.set(row.currency, of);
  }
  return [...sums.values()]
    .filter((of) => fields.some((field) => of[field] !== 0))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function empty(currency: string): ReportSums {
  return { currency, sales: 0, refunds: 0, disputes: 0, fees: 0, exchanged: 0, net: 0 };
}

type Group = { label: string; sums: ReportSums[] };

/** Amounts of different currencies cannot be compared, so the greatest amount of the first currency leads. */
function mostFirst(a: Group, b: Group): number {
  const most = ({ sums }: Group) => Math.max(0, ...sums.map(({ sales }) => sales));
  return most(b) - most(a) || (a.label < b.label ? -1 : 1);
}

async function namesOf(
  db: Db,
  by: RevenueGroup,
  keys: readonly string[],
  titles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const gateways = new Map([
    ["stripe", "Stripe"],
    ["paypal", "PayPal"],
  ]);
  const none = { plan: "No plan", series: "No series", gateway: "No gateway", day: "", currency: "" }[by];
  const named =
    by === "plan"
      ? new Map((await listPlanNames(db)).map(({ id, name }) => [id, textIn(name, "en")]))
      : by === "series"
        ? await titles(keys.filter(Boolean))
        : gateways;
  return new Map([...named, ["", none]]);
}

/** Returns the accounts of the ledger over a span. */
export async function readAccounts(db: Db, span: Span) {
  const rows = await sumAccounts(db, span);
  return {
    rows: rows.map((row) => ({ ...row, closing: row.opening + row.debit - row.credit })),
    firstDay: await firstBookingDay(db, span.zone),
  };
}
