import { expect, test } from "vitest";
import { comingStart, day, graceMs, later, nextAttempt, periodStart, remindAt } from "./period.ts";

const anchored = (at: string, period_days: number) => ({
  anchor_at: new Date(at),
  anchor_no: 1,
  period_days,
});

test.each([1, 7, 30, 365])(
  "case 45: periods of %i days follow each other without gap, overlap or drift, even across 29 February and clock changes",
  (days) => {
    const row = anchored("2027-01-30T23:30:00.000Z", days);
    for (let no = 1; no <= 1500; no++) {
      const start = periodStart(row, no);
      expect(periodStart(row, no + 1).getTime() - start.getTime()).toBe(days * 86_400_000);
      expect(start.toISOString().slice(10)).toBe("T23:30:00.000Z");
    }
    expect(periodStart(row, 1)).toEqual(row.anchor_at);
  },
);

test("case 45: a year from 29 February is 365 days, and a day across a clock change is 24 hours", () => {
  expect(comingStart({ ...anchored("2028-02-29T08:00:00Z", 365), period_no: 1 })).toEqual(
    new Date("2029-02-28T08:00:00Z"),
  );
  expect(comingStart({ ...anchored("2027-03-27T22:00:00Z", 1), period_no: 1 })).toEqual(
    new Date("2027-03-28T22:00:00Z"),
  );
});

test("case 46: after a new anchor, periods are counted from it", () => {
  const row = { anchor_at: new Date("2027-05-01T00:00:00Z"), anchor_no: 4, period_days: 30 };
  expect(periodStart(row, 4)).toEqual(row.anchor_at);
  expect(periodStart(row, 6)).toEqual(later(row.anchor_at, 60 * day));
});

test.each([
  [1, 7, 0.25],
  [2, 7, 1],
  [7, 7, 3],
  [30, 7, 7],
  [365, 7, 7],
  [365, 3, 3],
  [30, 0, 0.25],
])("grace for periods of %i days, with a limit of %i, lasts %d days", (days, granted, expected) => {
  expect(graceMs(days, granted)).toBe(expected * day);
});

const start = new Date("2027-01-10T00:00:00Z");
const triesOf = (graceDays: number) => {
  const tries: number[] = [];
  let now = start;
  for (;;) {
    const next = nextAttempt(start, later(start, graceDays * day), now);
    if (!next) return tries;
    tries.push((next.getTime() - start.getTime()) / day);
    now = next;
  }
};
const fiveMinutes = 5 / (24 * 60);

test("case 41: a declined charge is tried again after 1, 3, 5 and 7 days, the last time just before grace ends", () => {
  expect(triesOf(7)).toEqual([1, 3, 5, 7 - fiveMinutes]);
  expect(triesOf(3)).toEqual([1, 3 - fiveMinutes]);
  expect(triesOf(1)).toEqual([1 - fiveMinutes]);
  expect(triesOf(0.25)).toEqual([]);
});

test("missed attempts are not made up for", () => {
  expect(nextAttempt(start, later(start, 7 * day), later(start, 4 * day))).toEqual(later(start, 5 * day));
});

function coming(period_days: number, no: number, changes: object = {}) {
  const created_at = new Date("2027-01-01T00:00:00Z");
  const period_start = later(created_at, (no - 1) * period_days * day);
  const period_end = later(period_start, period_days * day);
  const state = "active" as const;
  const renewal_mode = "auto" as const;
  const row = {
    created_at,
    period_start,
    period_end,
    period_days,
    state,
    renewal_mode,
    cancel_at_period_end: false,
  };
  return { ...row, ...changes };
}
const leadOf = (row: ReturnType<typeof coming>) => {
  const at = remindAt(row);
  return at && (row.period_end.getTime() - at.getTime()) / day;
};

test("a charge for half a year or longer is announced 20 days before, shorter ones once a year", () => {
  expect(leadOf(coming(365, 1))).toBe(20);
  expect(leadOf(coming(180, 3))).toBe(20);
  const announced = Array.from({ length: 26 }, (_, no) => leadOf(coming(30, no + 1)));
  expect(announced.flatMap((lead, no) => (lead === null ? [] : [[no + 1, lead]]))).toEqual([
    [13, 7],
    [25, 7],
  ]);
  expect(leadOf(coming(7, 53))).toBe(3.5);
  expect(leadOf(coming(7, 52))).toBeNull();
});

test("a member who pays by a link is always reminded before the end, and one who cancelled never", () => {
  expect(leadOf(coming(30, 1, { renewal_mode: "manual" }))).toBe(7);
  expect(leadOf(coming(365, 1, { renewal_mode: "manual" }))).toBe(7);
  expect(leadOf(coming(1, 1, { renewal_mode: "manual" }))).toBe(0.5);
  expect(leadOf(coming(365, 1, { cancel_at_period_end: true }))).toBeNull();
  expect(leadOf(coming(365, 1, { state: "past_due" }))).toBeNull();
});
