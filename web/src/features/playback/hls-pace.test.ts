import { expect, test } from "vitest";
import { depthFor, reserveFor } from "./hls-pace.ts";

test("a prepared episode buffers no more than its first segment, at any bandwidth", () => {
  for (const carried of [0.5, 1.5, 3, 20]) expect(depthFor("ahead", carried)).toBeLessThan(1);
});

test("an episode that just started buffers less at a higher bandwidth, a watched one always the most", () => {
  const [slow = 0, fair = 0, fast = 0] = [1, 2.5, 8].map((carried) => depthFor("begun", carried));
  expect(slow).toBeGreaterThan(fair);
  expect(fair).toBeGreaterThan(fast);
  for (const carried of [1, 2.5, 8]) expect(depthFor("watched", carried)).toBe(slow);
});

test("at twice the bitrate playback starts at once, at less it first buffers some seconds", () => {
  expect(reserveFor(2)).toBe(0);
  expect(reserveFor(1.5)).toBeGreaterThanOrEqual(2);
  expect(reserveFor(1)).toBeGreaterThan(reserveFor(1.5));
});
