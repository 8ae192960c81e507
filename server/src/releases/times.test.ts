import { expect, test } from "vitest";
import { ReleaseError } from "./release-error.ts";
import { momentOf, momentsOf, parseMoment, requireAhead } from "./times.ts";

test.each([
  // Both days of the clock change in Europe/Madrid and America/New_York (G4), and the edges around them.
  ["Europe/Madrid", "2027-03-27T18:00", "2027-03-27T17:00:00.000Z", null],
  ["Europe/Madrid", "2027-03-28T18:00", "2027-03-28T16:00:00.000Z", null],
  ["Europe/Madrid", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z", "2027-03-28T03:30"],
  ["Europe/Madrid", "2027-10-31T02:30", "2027-10-31T00:30:00.000Z", null],
  ["Europe/Madrid", "2027-10-31T18:00", "2027-10-31T17:00:00.000Z", null],
  ["America/New_York", "2027-03-14T02:30", "2027-03-14T07:30:00.000Z", "2027-03-14T03:30"],
  ["America/New_York", "2027-03-14T18:00", "2027-03-14T22:00:00.000Z", null],
  ["America/New_York", "2027-11-07T01:30", "2027-11-07T05:30:00.000Z", null],
  ["America/New_York", "2027-11-07T18:00", "2027-11-07T23:00:00.000Z", null],
  // A change of half an hour, a zone without changes that is no whole hour off, and one without an offset.
  ["Australia/Lord_Howe", "2027-10-03T02:15", "2027-10-02T15:45:00.000Z", "2027-10-03T02:45"],
  ["Asia/Kathmandu", "2027-01-01T00:00", "2026-12-31T18:15:00.000Z", null],
  ["UTC", "2028-02-29T23:59", "2028-02-29T23:59:00.000Z", null],
])("C31, G4: in %s, %s is %s", (zone, localAt, at, moved) => {
  expect(momentOf({ localAt, zone })).toEqual({ localAt, zone, at: new Date(at), moved });
});

test("G4: a plan keeps its hour over a clock change, on the days and without the dates that it names", () => {
  const rhythm = {
    startsOn: "2027-03-25",
    timeOfDay: "18:00",
    zone: "Europe/Madrid",
    weekdays: [1, 2, 3, 4, 5],
    skip: ["2027-03-26"],
  };
  const moments = momentsOf(rhythm, { after: new Date("2027-01-01T00:00:00Z"), count: 3 });
  expect(moments.map(({ at }) => at.toISOString())).toEqual([
    "2027-03-25T17:00:00.000Z",
    "2027-03-29T16:00:00.000Z",
    "2027-03-30T16:00:00.000Z",
  ]);
  expect(() => momentsOf(rhythm, { after: new Date("2027-01-01T00:00:00Z"), count: 600 })).toThrow(
    ReleaseError,
  );
});

test.each([
  ["2027-02-30T18:00Z", undefined, "is no time"],
  ["2027-01-09 18:00", "UTC", "is no time"],
  ["2027-01-09T18:00", undefined, "names no time zone"],
  ["2027-01-09T18:00", "+01:00", "is no time zone"],
  ["2027-01-09T18:00", "Europe/Madird", "is no time zone"],
])("a time %s in %s is refused with the accepted form", (text, zone, sentence) => {
  expect(() => parseMoment(text, zone)).toThrow(sentence);
});

test("a time that is over or more than two years ahead is refused", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(() => requireAhead(parseMoment("2028-11-20T12:01Z", undefined), now)).toThrow("two years ahead");
  expect(() => requireAhead(parseMoment("2026-11-20T12:00Z", undefined), now)).toThrow("is over");
  requireAhead(parseMoment("2028-11-20T12:00Z", undefined), now);
});
