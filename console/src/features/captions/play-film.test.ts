import { expect, test } from "vitest";
import { nextPart } from "./play-film.ts";

test("§6.3: parts are fetched from the moment that is watched, then those before it", () => {
  const film = { parts: [0, 2, 4, 6].map((start) => ({ file: `v270-0000${start / 2}.m4s`, start })) };
  const missing = new Set([0, 1, 2, 3]);
  const order = [];
  while (missing.size > 0) {
    const next = nextPart(film, missing, 4.5);
    order.push(next);
    missing.delete(next);
  }
  expect(order).toEqual([2, 3, 0, 1]);
});
