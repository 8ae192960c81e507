import type { Report, ReportRow } from "./report.ts";
import type { Grouping, Takings } from "./repository.ts";

/** A column of a report: its short heading, and its description in a sentence. */
export interface Column {
  head: string;
  about: string;
  /** Whether it counts orders. */
  sold?: boolean;
  count: (row: ReportRow) => number;
}

/** Returns the columns of the funnel, step by step. */
export function columnsOf({ depths }: Pick<Report, "depths">): Column[] {
  return [
    { head: "Visitors", about: "Visitors", count: (row) => row.visitors },
    { head: "Watched", about: "First frame seen", count: (row) => row.watched },
    ...depths.map((depth, at) => ({
      head: `Ep. ${depth}`,
      about: `Episode ${depth} reached`,
      count: (row: ReportRow) => row.reached[at] ?? 0,
    })),
    { head: "Paywall", about: "Offer seen", count: (row) => row.paywall },
    { head: "Checkout", about: "Checkout begun", count: (row) => row.checkout },
    { head: "Orders", about: "Orders", sold: true, count: (row) => row.orders },
    { head: "Paid", about: "Orders paid", sold: true, count: (row) => row.paid },
    { head: "Renewed", about: "Renewals paid", sold: true, count: (row) => row.renewed },
  ];
}

/** The money columns, in the order of the calculation. */
export const sums: readonly { head: string; of: keyof Takings }[] = [
  { head: "Gross", of: "gross" },
  { head: "Refunds", of: "refunds" },
  { head: "Fees", of: "fees" },
  { head: "Net", of: "net" },
];

/** Returns the first and last day of a report, both included. */
export function daysOf({ from, to }: Pick<Report, "from" | "to">): [first: string, last: string] {
  return [from.toISOString().slice(0, 10), new Date(to.getTime() - 1).toISOString().slice(0, 10)];
}

/** Formats a share as a percentage. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

const groupWords: Readonly<Record<Grouping, string>> = {
  campaign: "Campaign",
  click: "Came by",
  token: "Shared link",
  language: "Language",
  series: "Series",
};

/** Returns the heading of a report's groups. */
export function groupHead({ by }: Pick<Report, "by">): string {
  return groupWords[by];
}

/** Returns the notes that a reader needs to interpret the numbers. */
export function notesOf(report: Report): string[] {
  return [
    `Counted by the ${report.touch} touch of the 90 days before; money as the books have it, day by day (UTC).`,
    // Unknown fees must not count as 0 silently: the net amount would look too large.
    ...(report.unknownFees > 0 ? [`fees unknown: ${report.unknownFees} payments`] : []),
    ...(report.hasForgotten
      ? ["Some of these people are forgotten by now: of them each day and series counts for itself."]
      : []),
  ];
}
