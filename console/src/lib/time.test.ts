import { afterEach, expect, test } from "vitest";
import { momentOf, setZone, wallOf } from "./time.ts";

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
