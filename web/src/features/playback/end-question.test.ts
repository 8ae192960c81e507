import { expect, test } from "vitest";
import { questionAtEnd } from "./end-question.ts";

test("R14: a question is asked only before an episode that would play, and the autoplay preference outweighs the count", () => {
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
