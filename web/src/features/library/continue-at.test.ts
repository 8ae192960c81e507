import { expect, test } from "vitest";
import { continueAt } from "./continue-at.ts";
import type { HistoryRow } from "./queries.ts";

const row = {
  series: { id: "s1", episodeCount: 8 },
  episode: { id: "e3", number: 3, title: "" },
  next: 4,
  position: 45,
  duration: 90,
  done: false,
} as HistoryRow;

test("R22: a series continues in the episode watched last", () => {
  expect(continueAt(row)).toEqual({ number: 3, share: 0.5, href: "/videos/s1" });
  expect(continueAt({ ...row, duration: 0 })?.share).toBe(0);
});

test("R22: a finished episode is followed by the next one that is there, and the last one by nothing", () => {
  expect(continueAt({ ...row, done: true })).toEqual({ number: 4, share: 0, href: "/videos/s1?ep=4" });
  expect(continueAt({ ...row, done: true, next: 6 })).toEqual({
    number: 6,
    share: 0,
    href: "/videos/s1?ep=6",
  });
  expect(continueAt({ ...row, done: true, next: null })).toBeNull();
});
