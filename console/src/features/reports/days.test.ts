import { expect, test } from "vitest";
import { drawnDays } from "./days.ts";

test("empty days are zero, days before the first data, after today and that are not told are nothing, and the line to today is its own", () => {
  const days = { from: "2026-11-01", to: "2026-11-07", today: "2026-11-06", firstDay: "2026-11-03" };
  expect(
    drawnDays(
      days,
      new Map([
        ["2026-11-03", 5],
        ["2026-11-04", null],
        ["2026-11-06", 2],
      ]),
    ),
  ).toEqual([
    { day: "2026-11-01", value: null, running: null },
    { day: "2026-11-02", value: null, running: null },
    { day: "2026-11-03", value: 5, running: null },
    { day: "2026-11-04", value: null, running: null },
    { day: "2026-11-05", value: 0, running: 0 },
    { day: "2026-11-06", value: null, running: 2 },
    { day: "2026-11-07", value: null, running: null },
  ]);
  expect(
    drawnDays({ ...days, firstDay: null }, new Map()).every(
      ({ value, running }) => value === null && running === null,
    ),
  ).toBe(true);
});
