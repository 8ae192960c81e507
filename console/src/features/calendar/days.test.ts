import { expect, test } from "vitest";
import { isDay } from "../../lib/time.ts";
import { addDays, daysOf, mondayOf, rangeOf, stepOf, todayIn } from "./days.ts";

test("a month is shown in whole weeks that begin on Monday", () => {
  expect(rangeOf("month", "2027-02-14")).toEqual({ from: "2027-02-01", to: "2027-02-28" });
  expect(rangeOf("month", "2027-01-31")).toEqual({ from: "2026-12-28", to: "2027-01-31" });
  expect(daysOf(rangeOf("month", "2027-08-15"))).toHaveLength(42);
  expect(mondayOf("2027-01-03")).toBe("2026-12-28");
});

test("the next month of the 31st is the month after, and clock changes skip no day", () => {
  expect(stepOf("month", "2027-01-31", 1)).toBe("2027-02-01");
  expect(stepOf("month", "2027-01-31", -1)).toBe("2026-12-01");
  expect(addDays("2027-03-27", 2)).toBe("2027-03-29");
  expect(todayIn("Pacific/Kiritimati", new Date("2026-12-31T12:00:00Z"))).toBe("2027-01-01");
});

test("only days are taken from the address", () => {
  expect([isDay("2027-01-04"), isDay("2027-13-04"), isDay("today"), isDay(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
