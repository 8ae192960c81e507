import { expect, test } from "vitest";
import { readCosts } from "./read-costs.ts";

test("costs are read from lines of a sheet, with commas, semicolons or tabs; a head is left out, what is no cost is named", () => {
  const text = [
    "campaign,day,currency,amount",
    "Autumn,2026-11-20,USD,12.50",
    '"Winter, late"\t2026-11-21\teur\t3',
    'Spring;2026-11-22;EUR;"4,25"',
    "",
    "Summer,2026-11,USD,1",
    "Nothing,2026-11-23,USD,much",
  ].join("\r\n");
  expect(readCosts(text)).toEqual({
    costs: [
      { line: 2, key: "Autumn", day: "2026-11-20", currency: "USD", amount: "12.50" },
      { line: 3, key: "Winter, late", day: "2026-11-21", currency: "EUR", amount: "3" },
      { line: 4, key: "Spring", day: "2026-11-22", currency: "EUR", amount: "4.25" },
    ],
    faults: [6, 7],
  });
});
