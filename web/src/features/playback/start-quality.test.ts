import { expect, test } from "vitest";
import { startRendition } from "./start-quality.ts";

const renditions = [
  { quality: 540, bandwidth: 1_600_000 },
  { quality: 1080, bandwidth: 5_000_000 },
  { quality: 720, bandwidth: 2_800_000 },
  { quality: 360, bandwidth: 600_000 },
  { quality: 234, bandwidth: 200_000 },
];
const nothingAllowed = { last: null, bandwidth: null, saver: false };
const begins = (known: Partial<typeof nothingAllowed> | object) =>
  startRendition(renditions, { ...nothingAllowed, ...known })?.quality;

test("a film begins with what is listed first, the next one with what the last one played in", () => {
  expect(begins({})).toBe(540);
  expect(begins({ last: 1080 })).toBe(1080);
  expect(begins({ last: 480 })).toBe(540);
});

test("a line that would not carry it begins lower, and the slowest with the lowest", () => {
  expect(begins({ bandwidth: 10_000_000 })).toBe(540);
  expect(begins({ bandwidth: 2_000_000 })).toBe(360);
  expect(begins({ last: 1080, bandwidth: 5_000_000 })).toBe(720);
  expect(begins({ bandwidth: 100_000 })).toBe(234);
});

test("whoever saves data begins no higher than 540", () => {
  expect(begins({ last: 1080, saver: true })).toBe(540);
});

test("an empty ladder has no rung", () => {
  expect(startRendition([], nothingAllowed)).toBeNull();
});
