import { csvCell } from "#platform/csv";
import { decimalText } from "#platform/money";
import { columnsOf, groupHead, sums } from "./labels.ts";
import type { Report } from "./report.ts";

/** Returns a report as CSV: one line per group, and a last one with the total. */
export function csvOf(report: Report): string {
  const columns = columnsOf(report);
  const head = [
    groupHead(report),
    ...columns.map(({ about }) => about),
    ...report.currencies.flatMap((currency) => sums.map(({ head: sum }) => `${sum} ${currency}`)),
  ];
  const lines = [...report.rows, report.total].map(({ label, ...row }) => [
    csvCell(label),
    ...columns.map(({ count }) => String(count({ label, ...row }))),
    ...report.currencies.flatMap((currency) =>
      sums.map(({ of }) => decimalText(row.money.get(currency)?.[of] ?? 0, currency)),
    ),
  ]);
  return [head.map(csvCell), ...lines].map((textLine) => `${textLine.join(",")}\r\n`).join("");
}
