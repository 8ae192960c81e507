import { expect, test } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { addSearch, clearSearches, readSearches, removeSearch } from "./history.ts";

const emptyStore = () => createStore(() => null);

test("R23: the last ten searches are stored, newest first, each once regardless of case", () => {
  const store = emptyStore();
  for (let number = 1; number <= 12; number++) addSearch(store, `search ${number}`);
  expect(readSearches(store)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `search ${number}`));
  addSearch(store, "  SEARCH 5 ");
  expect(readSearches(store).slice(0, 3)).toEqual(["SEARCH 5", "search 12", "search 11"]);
  expect(readSearches(store)).toHaveLength(10);
});

test("R23: searches are removed one by one, or all at once", () => {
  const store = emptyStore();
  for (const keyword of ["a", "b", "c"]) addSearch(store, keyword);
  expect(removeSearch(store, "b")).toEqual(["c", "a"]);
  expect(readSearches(store)).toEqual(["c", "a"]);
  expect(clearSearches(store)).toEqual([]);
  expect(readSearches(store)).toEqual([]);
});

test("R23: an empty search is not stored, and an invalid history counts as none", () => {
  const store = emptyStore();
  expect(addSearch(store, "   ")).toEqual([]);
  for (const broken of ["{", "7", '{"a":1}', "null"]) {
    store.set("searches", broken);
    expect(readSearches(store)).toEqual([]);
  }
  store.set("searches", '["a",1,null,"b"]');
  expect(readSearches(store)).toEqual(["a", "b"]);
});
