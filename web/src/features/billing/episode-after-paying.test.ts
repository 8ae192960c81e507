import { expect, test } from "vitest";
import { episodeAfterPaying } from "./episode-after-paying.ts";

const open = { duration: 90, locked: false, progress: null };
const one = { ...open, id: "e1", number: 1, free: true };
const two = { ...open, id: "e2", number: 2, free: true };
const three = { ...open, id: "e3", number: 3, free: false };
const four = { ...open, id: "e4", number: 4, free: false };
const seen = { progress: { position: 90, done: true } };

test("R27: paid, the very episode goes on that the order was opened from", () => {
  expect(episodeAfterPaying([one, two, three, four], "e4", "e1")).toBe(four);
});

test("R22: without one, a series goes on where its viewer is, and after what they have seen to its end", () => {
  expect(episodeAfterPaying([one, two, three, four], null, "e1")).toBe(one);
  expect(episodeAfterPaying([one, { ...two, ...seen }, three, four], null, "e2")).toBe(three);
  expect(episodeAfterPaying([one, two, three, four], "gone", "e2")).toBe(two);
});

test("R27: whoever never watched it begins with the first episode that the purchase opened", () => {
  expect(episodeAfterPaying([one, two, three, four], null, null)).toBe(three);
  expect(episodeAfterPaying([one, two, three, four], null, "gone")).toBe(three);
});

test("R27: where everything is free it begins at the start, and where nothing is there yet, nowhere", () => {
  expect(episodeAfterPaying([one, two], null, null)).toBe(one);
  expect(episodeAfterPaying([], null, null)).toBeNull();
});
