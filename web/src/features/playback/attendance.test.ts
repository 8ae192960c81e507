import { expect, test } from "vitest";
import { createAttendance } from "./attendance.ts";
import { questionAtEnd } from "./endings.ts";

test("R14: four episodes in a row may follow by themselves, and any input begins the count anew", () => {
  const attendance = createAttendance();
  for (let number = 1; number <= 4; number += 1) {
    expect(attendance.mayContinue(), `before continuation ${number}`).toBe(true);
    attendance.continued();
  }
  expect(attendance.mayContinue()).toBe(false);
  attendance.attended();
  for (let number = 1; number <= 3; number += 1) attendance.continued();
  attendance.attended();
  attendance.continued();
  expect(attendance.mayContinue()).toBe(true);
});

test("R14: a question is asked only before an episode that would play, the autoplay preference before the count", () => {
  const open = { locked: false };
  const ask = (next: { locked: boolean } | null, autoplay: boolean, mayContinue: boolean) =>
    questionAtEnd({ next, autoplay, mayContinue });
  expect(ask(open, true, true)).toBeNull();
  expect(ask(open, true, false)).toBe("still");
  expect(ask(open, false, true)).toBe("next");
  expect(ask(open, false, false)).toBe("next");
  for (const autoplay of [true, false]) {
    for (const mayContinue of [true, false]) {
      expect(ask({ locked: true }, autoplay, mayContinue), "the paywall").toBeNull();
      expect(ask(null, autoplay, mayContinue), "the finale").toBeNull();
    }
  }
});
