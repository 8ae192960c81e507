import { columnsOf, decimalText, groupHead, sums } from "./labels.ts";
import type { Report } from "./report.ts";

/** A report for a spreadsheet: one line a group, and a last one for all of them. */
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
  return [head.map(csvCell), ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

/**
 * A text as a cell. Campaigns are named by strangers: what a spreadsheet would take for a formula is marked as text (T14), and
 * what could end the cell is quoted.
 */
export function csvCell(text: string): string {
  const plain = text.replace(/[\p{Cc}]/gu, " ");
  const safe = /^\s*[=+\-@|%]/u.test(plain) || /^[＝＋－＠]/u.test(plain) ? `'${plain}` : plain;
  return /[",;\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
