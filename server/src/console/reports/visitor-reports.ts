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
import type { ShowPeople } from "./few.ts";
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
    rows: report.rows.map((row) => rowOf(row, show)),
    total: rowOf(report.total, show),
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

function rowOf({ key, label, money, ...row }: ReportRow, show: ShowPeople): VisitorRow {
  const buyers = [row.paid, row.renewed].map(show);
  return {
    key,
    label,
    visitors: show(row.visitors),
    watched: show(row.watched),
    reached: row.reached.map(show),
    paywall: show(row.paywall),
    checkout: show(row.checkout),
    paid: show(row.paid),
    renewed: show(row.renewed),
    // What one of few buyers paid would tell who it was.
    sums: buyers.includes("few")
      ? []
      : [...money].map(([currency, { refunds, fees, net }]) => ({ currency, refunds, fees, net })),
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
