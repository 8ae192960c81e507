import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell } from "#platform/csv";
import { decimalText } from "#platform/money";
import { csvOf } from "./csv.ts";
import { htmlOf } from "./html.ts";
import type { Report, ReportRow } from "./report.ts";
import { textOf } from "./text.ts";

const row = (label: string, more: Partial<ReportRow> = {}): ReportRow => ({
  key: label,
  label,
  visitors: 10,
  watched: 8,
  reached: [6, 4, 2, 0],
  paywall: 3,
  checkout: 2,
  orders: 2,
  paid: 1,
  renewed: 1,
  money: new Map([["USD", { gross: 1998, refunds: 0, fees: 118, net: 1880 }]]),
  ...more,
});

const reportOf = (rows: ReportRow[], more: Partial<Report> = {}): Report => ({
  from: new Date("2026-11-01T00:00:00Z"),
  to: new Date("2026-12-01T00:00:00Z"),
  by: "campaign",
  touch: "last",
  depths: [2, 3, 5, 8],
  currencies: ["JPY", "USD"],
  rows,
  total: row("All", { money: new Map([["USD", { gross: 1998, refunds: 0, fees: 118, net: 1880 }]]) }),
  retention: null,
  unknownFees: 0,
  hasForgotten: false,
  ...more,
});

/** Splits a line like a spreadsheet does. */
function cellsOf(textLine: string): string[] {
  return [...textLine.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
  );
}

test("T14: no cell with a visitor-chosen name is a formula, and each is one cell", () => {
  for (const name of [
    "=cmd|' /C calc'!A0",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "＝1",
    '"=1',
    "a,b",
    'a"b',
    "x\r\n=1",
  ]) {
    const [head = "", first = ""] = csvOf(reportOf([row(name)])).split("\r\n");
    const cells = cellsOf(first);
    expect(cells).toHaveLength(cellsOf(head).length);
    expect(cells[0]).not.toMatch(/^\s*[=+\-@]/);
    expect(cells[0]).not.toMatch(/^[＝＋－＠\t\r]/);
  }
  expect(csvCell("Autumn (DE)")).toBe("Autumn (DE)");
});

test("T14: whatever its name contains, a row of the spreadsheet stays one row", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
      const lines = csvOf(reportOf([row(name)])).split("\r\n");
      expect(lines).toHaveLength(4);
      expect(cellsOf(lines[1] ?? "")).toHaveLength(cellsOf(lines[0] ?? "").length);
      expect(cellsOf(lines[1] ?? "")[0]).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});

test("R8: the spreadsheet has each currency's sums as decimals without rounding", () => {
  const [head, first, all] = csvOf(reportOf([row("Autumn")])).split("\r\n");
  expect(head).toBe(
    "Campaign,Visitors,First frame seen,Episode 2 reached,Episode 3 reached,Episode 5 reached,Episode 8 reached,Offer seen,Checkout begun,Orders,Orders paid,Renewals paid,Gross JPY,Refunds JPY,Fees JPY,Net JPY,Gross USD,Refunds USD,Fees USD,Net USD",
  );
  expect(first).toBe("Autumn,10,8,6,4,2,0,3,2,2,1,1,0,0,0,0,19.98,0.00,1.18,18.80");
  expect(all).toMatch(/^All,/);
  expect(decimalText(-5, "USD")).toBe("-0.05");
  expect(decimalText(-1234, "JPY")).toBe("-1234");
  expect(decimalText(123_456_789_012_345, "KWD")).toBe("123456789012.345");
});

test("R8: the terminal's table is aligned, and no campaign name can inject control sequences", () => {
  const text = textOf(
    reportOf([row("Autumn"), row("\u001b[31mred\u202e".padEnd(60, "x"))], {
      retention: {
        title: "The Salt Road",
        began: 4,
        reached: [4, 3, 1].map((visitors, at) => ({ episode: at + 1, visitors })),
      },
    }),
  );
  for (const mark of ["\u001b", "\u202e"]) expect(text).not.toContain(mark);
  const lines = text.split("\n").slice(2, 6);
  expect(new Set(lines.map((textLine) => textLine.length)).size).toBe(1);
  expect(text).toContain("Episode 2  3   75.0 %  ██████████████████████████████");
  expect(text).toMatch(/Autumn +USD +19\.98 +0\.00 +1\.18 +18\.80/);
});

test("R8, T15: the page runs and loads nothing, and names from outside are escaped in it", () => {
  const html = htmlOf(
    reportOf([row(`<script>alert(1)</script>" onload="x`)], {
      retention: {
        title: "<b>Salt</b>",
        began: 2,
        reached: [
          { episode: 1, visitors: 2 },
          { episode: 2, visitors: 1 },
        ],
      },
    }),
    `Cliff & "Hanger"`,
  );
  expect(html).not.toMatch(/<script|<b>|onload="x|https?:|url\(|@import/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x");
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("prefers-color-scheme: light");
  // The charts have text alternatives, and the tables below repeat their data.
  expect(html.match(/<svg [^>]*role="img" aria-labelledby/g)).toHaveLength(2);
  expect(html.match(/<table>/g)).toHaveLength(3);
  expect(html.match(/<caption>/g)).toHaveLength(3);
  expect(html).toContain("Visitors: 10; First frame seen: 8;");
});

test("R8: an empty report is valid", () => {
  const empty = row("All", {
    visitors: 0,
    watched: 0,
    reached: [0, 0, 0, 0],
    paywall: 0,
    checkout: 0,
    orders: 0,
    paid: 0,
    renewed: 0,
    money: new Map(),
  });
  const report = reportOf([], {
    total: empty,
    currencies: [],
    retention: { title: "X", began: 0, reached: [] },
  });
  expect(textOf(report)).toContain("No money moved.");
  expect(textOf(report)).toContain("Nobody began X");
  expect(htmlOf(report, "Cliffhanger")).not.toMatch(/NaN|undefined|Infinity/);
  expect(csvOf(report).split("\r\n")[1]).toBe("All,0,0,0,0,0,0,0,0,0,0,0");
});

test("a missing fee is reported as unknown, on the terminal and on the page", () => {
  const late = reportOf([row("Autumn")], { unknownFees: 3 });
  expect(textOf(late)).toContain("fees unknown: 3 payments");
  expect(htmlOf(late, "Cliffhanger")).toContain("fees unknown: 3 payments");
  expect(textOf(reportOf([row("Autumn")]))).not.toContain("unknown");
});
