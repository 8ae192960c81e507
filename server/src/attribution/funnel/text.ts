import { decimalText } from "#platform/money";
import { plainText } from "#platform/terminal";
import { columnsOf, daysOf, groupHead, notesOf, shareText, sums } from "./labels.ts";
import type { Report, Retention } from "./report.ts";

const MAX_LABEL_WIDTH = 36;
const MAX_BAR_WIDTH = 40;

/** Returns a report for the terminal. */
export function textOf(report: Report): string {
  const [first, last] = daysOf(report);
  const parts = [
    `${first} to ${last}, by ${report.by}, ${report.touch} touch`,
    aligned(peopleTable(report)),
    ...(report.currencies.length > 0 ? [aligned(moneyTable(report))] : ["No money moved."]),
    ...(report.retention ? [retentionText(report.retention)] : []),
    notesOf(report).join("\n"),
  ];
  return parts.join("\n\n");
}

function peopleTable(report: Report): string[][] {
  const columns = columnsOf(report);
  return [
    [groupHead(report), ...columns.map(({ head }) => head)],
    ...[...report.rows, report.total].map((row) => [
      short(row.label),
      ...columns.map(({ count }) => String(count(row))),
    ]),
  ];
}

function moneyTable(report: Report): string[][] {
  return [
    [groupHead(report), "", ...sums.map(({ head }) => head)],
    ...[...report.rows, report.total].flatMap(({ label, money }) =>
      [...money]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, takings]) => [
          short(label),
          currency,
          ...sums.map(({ of }) => decimalText(takings[of], currency)),
        ]),
    ),
  ];
}

function retentionText({ title, began, reached }: Retention): string {
  if (began === 0) return `Nobody began ${plainText(title)} in that time.`;
  const lines = reached.map(({ episode, visitors }) => [
    `Episode ${episode}`,
    String(visitors),
    shareText(visitors, began),
    "█".repeat(Math.round((MAX_BAR_WIDTH * visitors) / began)),
  ]);
  return `${plainText(title)}: of those who saw episode 1, this many reached\n${aligned(lines, 3)}`;
}

function short(label: string): string {
  const characters = Array.from(plainText(label));
  return characters.length <= MAX_LABEL_WIDTH
    ? characters.join("")
    : `${characters.slice(0, MAX_LABEL_WIDTH - 1).join("")}…`;
}

/** Aligns columns to their widest cell: the first one and the one at `left` to the left, the others to the right. */
function aligned(rows: readonly string[][], left = -1): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => widthOf(row[at]))));
  return rows
    .map((row) =>
      row
        .map((cell, at) => {
          const room = " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
          return at === 0 || at === left ? cell + room : room + cell;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns the width of a text in terminal columns. */
function widthOf(cell = ""): number {
  return Array.from(cell).length;
}
