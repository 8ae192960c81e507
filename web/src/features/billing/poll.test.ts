import { expect, test } from "vitest";
import { nextPollDelay, pollDelay } from "./poll.ts";

test("R27: an order is polled after 1, 2, 3, 5, 8, 8 … seconds, for two minutes", () => {
  const delays: number[] = [];
  for (let delay = pollDelay(0); delay !== null; delay = pollDelay(delays.length)) delays.push(delay);
  expect(delays.slice(0, 7)).toEqual([1, 2, 3, 5, 8, 8, 8]);
  const sum = delays.reduce((all, delay) => all + delay, 0);
  expect(sum).toBeGreaterThan(110);
  expect(sum).toBeLessThanOrEqual(120);
  expect(pollDelay(500)).toBeNull();
});

test("R27: a final order is not polled again, an open or unknown one is", () => {
  for (const state of ["pending", "processing", "review", undefined] as const)
    expect(nextPollDelay(state, 0)).toBe(1);
  for (const state of ["paid", "expired", "cancelled", "failed", "refunded"] as const)
    expect(nextPollDelay(state, 0)).toBeNull();
});
