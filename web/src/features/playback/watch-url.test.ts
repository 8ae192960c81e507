import { expect, test } from "vitest";
import { episodeOf, positionOf } from "./watch-url.ts";

test("R14: ep and t point into a series", () => {
  expect(episodeOf("?ep=7&t=42")).toBe(7);
  expect(positionOf("?ep=7&t=42")).toBe(42);
});

test("R14: invalid values of ep and t count as absent", () => {
  for (const search of ["", "?ep=0&t=-1", "?ep=1.5&t=NaN", "?ep=x&t=y", "?ep=&t="]) {
    expect(episodeOf(search)).toBeNull();
    expect(positionOf(search)).toBe(null);
  }
});
