import { expect, test } from "vitest";
import { startOf } from "./start-position.ts";
import { episodeOf } from "./watch-url.ts";

const episode = { duration: 90, progress: { position: 30, done: false } };

test("R14: ep and t point into a series", () => {
  expect(episodeOf("?ep=7&t=42")).toBe(7);
  expect(startOf("?ep=7&t=42", episode)).toEqual({ at: 42, resumes: false });
  expect(startOf("?t=0", episode)).toEqual({ at: 0, resumes: false });
});

test("R14: invalid values of ep and t, and a position behind the end, count as absent", () => {
  for (const search of ["", "?ep=0&t=-1", "?ep=1.5&t=NaN", "?ep=x&t=y", "?ep=&t=", "?t=Infinity", "?t=90"]) {
    expect(episodeOf(search), search).toBeNull();
    expect(startOf(search, episode), search).toEqual({ at: 28, resumes: true });
  }
});
