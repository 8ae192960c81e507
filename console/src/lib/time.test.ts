import { afterEach, expect, test } from "vitest";
import { showLanguage } from "./messages.ts";
import { formatDate, isWall, momentOf, setZone, wallOf } from "./time.ts";

afterEach(() => setZone("UTC"));

test.each([
  ["Europe/Madrid", "2026-12-01T18:00", "2026-12-01T17:00:00.000Z", "2026-12-01T18:00"],
  ["Europe/Madrid", "2026-07-01T18:00", "2026-07-01T16:00:00.000Z", "2026-07-01T18:00"],
  // The clocks go forward at 02:00 and back at 03:00.
  ["Europe/Madrid", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z", "2027-03-28T03:30"],
  ["Europe/Madrid", "2027-03-28T03:30", "2027-03-28T01:30:00.000Z", "2027-03-28T03:30"],
  ["Europe/Madrid", "2027-10-31T02:30", "2027-10-31T00:30:00.000Z", "2027-10-31T02:30"],
  ["Europe/Madrid", "2027-10-31T03:30", "2027-10-31T02:30:00.000Z", "2027-10-31T03:30"],
  ["America/New_York", "2027-03-14T02:30", "2027-03-14T07:30:00.000Z", "2027-03-14T03:30"],
  ["Pacific/Kiritimati", "2026-12-01T00:00", "2026-11-30T10:00:00.000Z", "2026-12-01T00:00"],
])("C31: in %s the wall time %s is %s", (zone, wall, moment, shown) => {
  setZone(zone);
  expect(momentOf(wall)).toBe(moment);
  expect(wallOf(moment)).toBe(shown);
});

test.each(["Pacific/Honolulu", "UTC", "Pacific/Auckland", "Pacific/Kiritimati"])(
  "C42: a day of a report keeps its name in %s, with the year when it is not the present one there",
  async (zone) => {
    await showLanguage("en");
    setZone(zone);
    expect(formatDate("2026-11-23", new Date("2026-11-28T12:00:00Z"))).toBe("23 Nov");
    expect(formatDate("2025-12-31", new Date("2026-11-28T12:00:00Z"))).toBe("31 Dec 2025");
  },
);

test("C46: what is no wall time is known as none, as it has no moment", () => {
  expect(["2026-12-01T18:00", "2024-02-29T00:00"].map(isWall)).toEqual([true, true]);
  for (const text of ["", "2026-13-01T18:00", "2026-12-01T25:00", "12026-01-01T00:00", "2026-12-01"])
    expect(isWall(text), text).toBe(false);
});
