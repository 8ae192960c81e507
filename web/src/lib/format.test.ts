import { expect, test } from "vitest";
import { formatClock, formatDate, formatSpokenTime } from "./format.ts";
import { formatCount } from "./format-count.ts";

test("R96: a date reads day, month name, year", () => {
  expect(formatDate("2026-03-05T23:30:00Z")).toBe("5 March 2026");
  expect(formatDate(Date.UTC(2026, 11, 31))).toBe("31 December 2026");
  const long = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  for (let month = 0; month < 12; month++) {
    const date = new Date(Date.UTC(2026, month, 1 + month));
    expect(formatDate(date)).toBe(long.format(date));
  }
});

test("R94: bad input to the date formatter gives Invalid Date", () => {
  for (const bad of ["", "yesterday", Number.NaN, null, undefined, "2026-13-40"]) {
    expect(formatDate(bad)).toBe("Invalid Date");
  }
});

test("a position is formatted as a clock", () => {
  expect(formatClock(0)).toBe("0:00");
  expect(formatClock(34.9)).toBe("0:34");
  expect(formatClock(88)).toBe("1:28");
  expect(formatClock(3725)).toBe("1:02:05");
  expect(formatClock(Number.NaN)).toBe("0:00");
});

test("a position is spoken in the viewer's language", () => {
  expect(formatSpokenTime(65, "en")).toBe("1 minute 5 seconds");
  expect(formatSpokenTime(60, "en")).toBe("1 minute");
  expect(formatSpokenTime(0, "en")).toBe("0 seconds");
  expect(formatSpokenTime(65, "de")).toBe("1 Minute 5 Sekunden");
  expect(formatSpokenTime(7205, "es")).toBe("2 horas 5 segundos");
});

test("a play count is short and in the viewer's language", () => {
  expect(formatCount(3_100_000, "en")).toBe("3.1M");
  expect(formatCount(960, "en")).toBe("960");
  expect(formatCount(3_100_000, "de")).toBe("3,1\u00a0Mio.");
});
