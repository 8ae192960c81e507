import { expect, test } from "vitest";
import { bandwidthOf } from "./bandwidth.ts";

const file = (transferSize: number, responseStart: number, responseEnd: number) => ({
  transferSize,
  responseStart,
  responseEnd,
});

test("the bandwidth is that of sequential transfers", () => {
  expect(bandwidthOf([file(50_000, 0, 400), file(50_000, 400, 800)], 1000)).toBe(1_000_000);
});

test("parallel transfers share it, and pauses between them do not count", () => {
  expect(bandwidthOf([file(50_000, 0, 400), file(50_000, 200, 400), file(25_000, 5000, 5100)], 6000)).toBe(
    2_000_000,
  );
});

test("small, old and cached files do not count", () => {
  expect(bandwidthOf([file(7000, 0, 100), file(0, 0, 1)], 1000)).toBeNull();
  expect(bandwidthOf([file(100_000, 0, 100)], 70_000)).toBeNull();
  expect(bandwidthOf([], 0)).toBeNull();
});
