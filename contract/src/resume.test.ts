import { expect, test } from "vitest";
import { chooseEpisode, resumePosition } from "./resume.ts";

const fresh = { duration: 90, locked: false, progress: null };
const one = { ...fresh, id: "e1", number: 1 };
const two = { ...fresh, id: "e2", number: 2 };
const three = { ...fresh, id: "e3", number: 3, locked: true };
const done = { position: 90, done: true };

test("R14: the address's episode takes precedence over the watch history", () => {
  expect(chooseEpisode([one, two, three], 2, "e1")).toBe(two);
  expect(chooseEpisode([one, two, three], 3, "e1")).toBe(three);
});

test("R14, R22: an address with an unknown number opens the series where its viewer is, as one without a number does", () => {
  expect(chooseEpisode([one, two], 9, "e2")).toBe(two);
  expect(chooseEpisode([one, two], 9, null)).toBe(one);
  expect(chooseEpisode([one, two], null, null)).toBe(one);
  expect(chooseEpisode([one, two], null, "gone")).toBe(one);
  expect(chooseEpisode([], null, "e1")).toBeNull();
});

test("R22: a series continues at the last watched episode", () => {
  expect(chooseEpisode([one, two, three], null, "e2")).toBe(two);
});

test("R22: after an episode that is done the next open one follows, never a locked one", () => {
  expect(chooseEpisode([{ ...one, progress: done }, two, three], null, "e1")).toBe(two);
  const last = { ...two, progress: done };
  expect(chooseEpisode([one, last, three], null, "e2")).toBe(last);
  expect(chooseEpisode([one, last], null, "e2")).toBe(last);
});

test("R22: an episode continues two seconds before the saved position", () => {
  expect(resumePosition({ duration: 90, progress: { position: 42, done: false } })).toBe(40);
});

test("R22: an episode starts from the beginning when it is done, hardly begun, or almost over", () => {
  expect(resumePosition({ duration: 90, progress: null })).toBe(0);
  expect(resumePosition({ duration: 90, progress: done })).toBe(0);
  expect(resumePosition({ duration: 90, progress: { position: 2.9, done: false } })).toBe(0);
  expect(resumePosition({ duration: 90, progress: { position: 87.5, done: false } })).toBe(0);
  expect(resumePosition({ duration: 90, progress: { position: 3, done: false } })).toBe(1);
  expect(resumePosition({ duration: 90, progress: { position: 87, done: false } })).toBe(85);
});
