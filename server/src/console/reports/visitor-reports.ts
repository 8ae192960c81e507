import type {
  CampaignsReport,
  FunnelReport,
  PlaybackReport,
  VisitorGroup,
  VisitorRow,
} from "@cliffhanger/contract";
import {
  firstVisitDay,
  type Grouping,
  type ReportRow,
  readPlayback,
  readReport,
  sumCosts,
} from "#attribution";
import type { Trx } from "#platform/db/database";
import { peopleBeside, type ShowPeople } from "./few.ts";
import type { Range } from "./range.ts";

/** How visitors are grouped, and which touch counts. */
export interface VisitorChoice {
  by: VisitorGroup;
  touch: "first" | "last";
}

const groupings: Readonly<Record<VisitorGroup, Grouping>> = {
  kind: "click",
  campaign: "campaign",
  token: "token",
  language: "language",
};

/** Returns the way of visitors to a purchase, by group; those that are `named` have a row of their own however few came. */
export async function funnelReport(
  trx: Trx,
  { from, to, zone, head }: Range,
  { by, touch, named = new Set() }: VisitorChoice & { named?: ReadonlySet<string> },
  show: ShowPeople,
): Promise<FunnelReport> {
  const report = await readReport(trx, {
    from,
    to,
    zone,
    by: groupings[by],
    touch,
    series: null,
    titleOf: async (id) => id,
    named,
  });
  return {
    ...head,
    by,
    touch,
    firstDay: await firstVisitDay(trx, zone),
    depths: report.depths,
    rows: rowsOf(report.rows, show),
    total: totalOf(report.total, show),
    isSummed: report.hasForgotten,
  };
}

/** Returns what each group of visitors costs and brings. */
export async function campaignsReport(
  trx: Trx,
  range: Range,
  choice: VisitorChoice,
  show: ShowPeople,
): Promise<CampaignsReport> {
  const { from: first, to: last } = range.head;
  const costs = Map.groupBy(await sumCosts(trx, { by: choice.by, first, last }), ({ key }) => key);
  const report = await funnelReport(trx, range, { ...choice, named: new Set(costs.keys()) }, show);
  const costsOf = (key: string) =>
    (costs.get(key) ?? []).map(({ currency, amount }) => ({ currency, amount }));
  const known = new Set(report.rows.map(({ key }) => key));
  // What was paid for and brought nobody is shown too.
  const silent = [...costs.keys()].filter((key) => !known.has(key));
  const none = emptyRow(report.depths.length);
  return {
    ...report,
    rows: [
      ...report.rows.map((row) => ({ ...row, costs: costsOf(row.key) })),
      ...silent.map((key) => ({ ...none, key, label: key, costs: costsOf(key) })),
    ],
  };
}

type Counts = Pick<
  VisitorRow,
  "visitors" | "watched" | "reached" | "paywall" | "checkout" | "paid" | "renewed"
>;

/** Returns rows that add up to a total which is shown too. */
function rowsOf(rows: readonly ReportRow[], show: ShowPeople): VisitorRow[] {
  const column = (countOf: (row: ReportRow) => number) => peopleBeside(rows.map(countOf), show);
  const visitors = column((row) => row.visitors);
  const watched = column((row) => row.watched);
  const reached = (rows[0]?.reached ?? []).map((_, depth) => column((row) => row.reached[depth] ?? 0));
  const paywall = column((row) => row.paywall);
  const checkout = column((row) => row.checkout);
  const paid = column((row) => row.paid);
  const renewed = column((row) => row.renewed);
  return rows.map((row, at) =>
    rowOf(row, {
      visitors: visitors[at] ?? 0,
      watched: watched[at] ?? 0,
      reached: reached.map((counts) => counts[at] ?? 0),
      paywall: paywall[at] ?? 0,
      checkout: checkout[at] ?? 0,
      paid: paid[at] ?? 0,
      renewed: renewed[at] ?? 0,
    }),
  );
}

function totalOf(total: ReportRow, show: ShowPeople): VisitorRow {
  const [row] = rowsOf([total], show);
  if (!row) throw new Error("A total is one row.");
  return row;
}

function rowOf({ key, label, money }: ReportRow, counts: Counts): VisitorRow {
  return {
    key,
    label,
    ...counts,
    // What one of few buyers paid would tell who it was, and what those beside them paid what they did.
    sums: [counts.paid, counts.renewed].every((count) => typeof count === "number")
      ? [...money].map(([currency, { refunds, fees, net }]) => ({ currency, refunds, fees, net }))
      : [],
  };
}

function emptyRow(depths: number): Omit<VisitorRow, "key" | "label"> {
  const reached = Array.from({ length: depths }, () => 0);
  return { visitors: 0, watched: 0, reached, paywall: 0, checkout: 0, paid: 0, renewed: 0, sums: [] };
}

/** Returns the report of playback. Browsers count by days in UTC. */
export async function playbackReport(trx: Trx, { head }: Range): Promise<PlaybackReport> {
  const playback = await readPlayback(trx, head.from, head.to);
  return { ...head, firstDay: playback.days[0]?.day ?? null, ...playback };
}
