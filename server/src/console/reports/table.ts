import type {
  CampaignsReport,
  FunnelReport,
  LedgerReport,
  PeopleCount,
  PlaybackReport,
  RetentionReport,
  RevenueReport,
  SubscriptionsReport,
} from "@cliffhanger/contract";
import { csvCell } from "#platform/csv";
import { decimalText } from "#platform/money";

/** A cell: a text, which may be anybody's, or a number of ours. */
export type Cell = string | { plain: string };

/** Returns a cell that is written as it is: only for numbers and days of ours. */
export const plain = (value: number | string | null): Cell => ({
  plain: value === null ? "" : String(value),
});

/** Returns a cell with a number of people. */
const people = (count: PeopleCount): Cell => ({
  plain: count === "few" ? "< 5" : count === "hidden" ? ">= 5" : String(count),
});

/** Returns a cell with an amount. */
export const money = (amount: number, currency: string): Cell => ({ plain: decimalText(amount, currency) });

/** Returns rows as CSV. */
export function csvOfRows(rows: readonly (readonly Cell[])[]): string {
  return rows
    .map(
      (cells) =>
        `${cells.map((cell) => (typeof cell === "string" ? csvCell(cell) : cell.plain)).join(",")}\r\n`,
    )
    .join("");
}

/** Returns the rows of a report of revenue. */
export function revenueRows({ by, rows }: RevenueReport): Cell[][] {
  const head = [by, "currency", "sales", "refunds", "disputes", "fees", "exchanged", "net"];
  const fields = ["sales", "refunds", "disputes", "fees", "exchanged", "net"] as const;
  return [
    head,
    ...rows.flatMap(({ label, sums }) =>
      sums.map((of) => [label, of.currency, ...fields.map((field) => money(of[field], of.currency))]),
    ),
  ];
}

/** Returns the rows of a report of memberships: one a day. */
export function subscriptionsRows({ days }: SubscriptionsReport): Cell[][] {
  const currencies = [
    ...new Set(days.flatMap(({ monthly }) => monthly.map(({ currency }) => currency))),
  ].sort();
  const head = ["day", "live", "new", "regained", "lost by choice", "lost by failure"];
  return [
    [...head, ...currencies.map((currency) => `monthly ${currency}`)],
    ...days.map((day) => [
      plain(day.day),
      ...[day.live, day.began, day.regained, day.lostByChoice, day.lostByFailure].map(people),
      ...currencies.map((currency) => {
        const amount = day.monthly.find((of) => of.currency === currency)?.amount;
        return amount === null ? plain(null) : money(amount ?? 0, currency);
      }),
    ]),
  ];
}

/** Returns the rows of a report of visitors, of campaigns with what they cost. */
export function visitorRows(report: FunnelReport | CampaignsReport): Cell[][] {
  const rows: (FunnelReport["rows"][number] & Partial<CampaignsReport["rows"][number]>)[] = report.rows;
  const currencies = [
    ...new Set(rows.flatMap(({ sums, costs = [] }) => [...sums, ...costs].map(({ currency }) => currency))),
  ].sort();
  const hasCosts = rows.some(({ costs }) => costs);
  const head = ["visitors", "watched", ...report.depths.map((depth) => `episode ${depth}`)];
  return [
    [
      report.by,
      ...head,
      ...["paywall", "checkout", "paid", "renewed"],
      ...currencies.flatMap((currency) => [`net ${currency}`, ...(hasCosts ? [`cost ${currency}`] : [])]),
    ],
    ...rows.map((row) => [
      row.label,
      ...[row.visitors, row.watched, ...row.reached, row.paywall, row.checkout, row.paid, row.renewed].map(
        people,
      ),
      ...currencies.flatMap((currency) => [
        amountOf(
          row.sums.map(({ currency: own, net }) => ({ currency: own, amount: net })),
          currency,
        ),
        ...(hasCosts ? [amountOf(row.costs ?? [], currency)] : []),
      ]),
    ]),
  ];
}

function amountOf(amounts: readonly { currency: string; amount: number }[], currency: string): Cell {
  const found = amounts.find((of) => of.currency === currency);
  return found ? money(found.amount, currency) : plain(null);
}

/** Returns the rows of a report of retention: one an episode. */
export function retentionRows({ series, groups }: RetentionReport): Cell[][] {
  const names = groups.map(({ key }) => key || "all");
  return [
    ["episode", "title", ...names, "errors"],
    ...(series?.episodes ?? []).map(({ number, title, errors }, at) => [
      plain(number),
      title,
      ...groups.map(({ reached }) => people(reached[at] ?? 0)),
      plain(errors),
    ]),
  ];
}

/** Returns the rows of a report of playback: one for each size and network. */
export function playbackRows({ rows }: PlaybackReport): Cell[][] {
  return [
    ["rendition", "network", "plays", "p50 ms", "p75 ms", "p95 ms", "rebuffering", "left early", "errors"],
    ...rows.map((row) => [
      row.rendition,
      row.network,
      plain(row.plays),
      ...[row.p50, row.p75, row.p95].map((ms) => plain(ms === null ? null : Math.round(ms))),
      ...[row.rebuffering, row.leftEarly].map((share) => plain(share === null ? null : share.toFixed(4))),
      plain(row.errors),
    ]),
  ];
}

/** Returns the rows of a report of the ledger: one an account and currency. */
export function ledgerRows({ rows }: LedgerReport): Cell[][] {
  return [
    ["account", "currency", "opening", "debit", "credit", "closing"],
    ...rows.map((row) => [
      row.account,
      row.currency,
      ...[row.opening, row.debit, row.credit, row.closing].map((amount) => money(amount, row.currency)),
    ]),
  ];
}
