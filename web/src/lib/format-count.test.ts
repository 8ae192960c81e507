import { expect, test, vi } from "vitest";
import { formatCount, formatNumber } from "./format-count.ts";

test("numbers are written as the language writes them", () => {
  expect([formatNumber(0.75, "de"), formatNumber(0.75, "en"), formatNumber(999, "fr")]).toEqual([
    "0,75",
    "0.75",
    "999",
  ]);
  expect([formatNumber(1234, "en"), formatNumber(1234, "de"), formatCount(1_200_000, "en")]).toEqual([
    "1,234",
    "1.234",
    "1.2M",
  ]);
});

test("a formatter is created once for each language and form, not for each number", () => {
  const created = vi.spyOn(Intl, "NumberFormat");
  for (const number of [1.25, 1500, 2000]) {
    formatNumber(number, "pt");
    formatCount(number, "pt");
  }
  expect(created).toHaveBeenCalledTimes(2);
});
