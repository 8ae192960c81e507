import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { readPendingFavorite, savePendingFavorite, takePendingFavorite } from "./pending-favorite.ts";

const hour = 60 * 60_000;

test("R39: a guest's tap on My List is saved for an hour, and applied once", () => {
  const store = createStore(() => null);
  expect(takePendingFavorite(store, 0)).toBeNull();
  savePendingFavorite(store, { seriesId: "series-1", title: "One" }, 0);
  savePendingFavorite(store, { seriesId: "series-2", title: "Two" }, 1000);
  expect(takePendingFavorite(store, hour)).toBe("series-2");
  expect(takePendingFavorite(store, hour)).toBeNull();
  savePendingFavorite(store, { seriesId: "series-1", title: "One" }, 0);
  expect(takePendingFavorite(store, hour)).toBeNull();
});

test("R39: the sign-in page shows the pending favorite, and reading it changes nothing", () => {
  const store = createStore(() => null);
  expect(readPendingFavorite(store, 0)).toBeNull();
  savePendingFavorite(store, { seriesId: "series-1", title: "One" }, 0);
  expect(readPendingFavorite(store, hour - 1)).toEqual({ seriesId: "series-1", title: "One" });
  expect(readPendingFavorite(store, hour)).toBeNull();
  store.set("wish", JSON.stringify({ seriesId: "series-1", at: 0 }));
  expect(readPendingFavorite(store, 1)).toEqual({ seriesId: "series-1", title: "" });
  expect(takePendingFavorite(store, 1)).toBe("series-1");
});

test("R43: an invalid value counts as none", () => {
  const store = createStore(() => null);
  for (const text of ["", "{", "null", '{"seriesId":1,"at":1}']) {
    store.set("wish", text);
    expect(readPendingFavorite(store, 2)).toBeNull();
    expect(takePendingFavorite(store, 2)).toBeNull();
    expect(store.get("wish")).toBeNull();
  }
});
