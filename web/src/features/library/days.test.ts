import { expect, test } from "vitest";
import { byDay } from "./days.ts";

const at = (month: number, day: number, hour: number) => ({
  watchedAt: new Date(2026, month - 1, day, hour, 30).toISOString(),
});

test("R21: the history is grouped by day: today, yesterday, and older days by date (R96)", () => {
  const entries = [at(3, 5, 9), at(3, 5, 0), at(3, 4, 23), at(3, 3, 23), at(3, 3, 1), at(1, 31, 12)];
  const days = byDay(entries, new Date(2026, 2, 5, 10));
  expect(days.map(({ name, date, entries: list }) => [name, date, list.length])).toEqual([
    ["today", "5 March 2026", 2],
    ["yesterday", "4 March 2026", 1],
    ["date", "3 March 2026", 2],
    ["date", "31 January 2026", 1],
  ]);
});

test("R21: with a clock behind the server's, a new entry counts as today's", () => {
  expect(byDay([at(3, 6, 0)], new Date(2026, 2, 5, 23)).map(({ name }) => name)).toEqual(["today"]);
});
