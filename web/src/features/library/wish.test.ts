import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { keepWish, takeWish } from "./wish.ts";

const hour = 60 * 60_000;

test("R39: a guest's tap on My List is remembered for an hour, and done once", () => {
  const store = createStore(() => null);
  expect(takeWish(store, 0)).toBeNull();
  keepWish(store, "series-1", 0);
  keepWish(store, "series-2", 1000);
  expect(takeWish(store, hour)).toBe("series-2");
  expect(takeWish(store, hour)).toBeNull();
  keepWish(store, "series-1", 0);
  expect(takeWish(store, hour)).toBeNull();
});

test("R43: what is no wish counts as none", () => {
  const store = createStore(() => null);
  for (const text of ["", "{", "null", '{"seriesId":1,"at":1}']) {
    store.set("wish", text);
    expect(takeWish(store, 2)).toBeNull();
    expect(store.get("wish")).toBeNull();
  }
});
