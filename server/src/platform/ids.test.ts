import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids are 26 plain characters, never the same, and sort by the time they were made", () => {
  const early = Array.from({ length: 3000 }, () => newId(new Date("2026-11-20T12:00:00.000Z")));
  const late = newId(new Date("2026-11-20T12:00:00.001Z"));
  for (const id of early) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  expect(new Set(early).size).toBe(early.length);
  expect(early.every((id) => id < late)).toBe(true);
});
