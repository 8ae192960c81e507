import { expect, test } from "vitest";
import { depthFor, reserveFor } from "./hls-pace.ts";

test("of an episode that waits for its turn no more than its first segment lies ready, on any line", () => {
  for (const carried of [0.5, 1.5, 3, 20]) expect(depthFor("ahead", carried)).toBeLessThan(1);
});

test("a film that was just begun is loaded less far ahead the faster the line, one that is watched always far", () => {
  const [slow = 0, fair = 0, fast = 0] = [1, 2.5, 8].map((carried) => depthFor("begun", carried));
  expect(slow).toBeGreaterThan(fair);
  expect(fair).toBeGreaterThan(fast);
  for (const carried of [1, 2.5, 8]) expect(depthFor("watched", carried)).toBe(slow);
});

test("a line that carries the film twice begins at once, a slower one has seconds in hand first", () => {
  expect(reserveFor(2)).toBe(0);
  expect(reserveFor(1.5)).toBeGreaterThanOrEqual(2);
  expect(reserveFor(1)).toBeGreaterThan(reserveFor(1.5));
});
