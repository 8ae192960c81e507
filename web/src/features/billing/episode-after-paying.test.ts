import { expect, test } from "vitest";
import { episodeAfterPaying } from "./episode-after-paying.ts";

const open = { duration: 90, locked: false, progress: null };
const one = { ...open, id: "e1", number: 1, free: true };
const two = { ...open, id: "e2", number: 2, free: true };
const three = { ...open, id: "e3", number: 3, free: false };
const four = { ...open, id: "e4", number: 4, free: false };
const seen = { progress: { position: 90, done: true } };

test("R27: after a payment, the episode that the order was opened from continues", () => {
  expect(episodeAfterPaying([one, two, three, four], "e4", "e1")).toBe(four);
});

test("R22: without one, a series continues at the viewer's position, or after the episodes that they finished", () => {
  expect(episodeAfterPaying([one, two, three, four], null, "e1")).toBe(one);
  expect(episodeAfterPaying([one, { ...two, ...seen }, three, four], null, "e2")).toBe(three);
  expect(episodeAfterPaying([one, two, three, four], "gone", "e2")).toBe(two);
});

test("R27: a new viewer starts with the first episode that the purchase unlocked", () => {
  expect(episodeAfterPaying([one, two, three, four], null, null)).toBe(three);
  expect(episodeAfterPaying([one, two, three, four], null, "gone")).toBe(three);
});

test("R27: a series of free episodes starts at the beginning, and one without episodes nowhere", () => {
  expect(episodeAfterPaying([one, two], null, null)).toBe(one);
  expect(episodeAfterPaying([], null, null)).toBeNull();
});
