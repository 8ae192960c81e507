import { expect, test } from "vitest";
import { fieldsOf } from "./fields-of.ts";

test("a recorded state is shown field by field, nested ones by their path", () => {
  expect(fieldsOf({ role: "editor", title: { en: "Salt", fr: null }, count: 3, tags: ["a", "b"] })).toEqual([
    ["role", "editor"],
    ["title.en", "Salt"],
    ["title.fr", "null"],
    ["count", "3"],
    ["tags", "a, b"],
  ]);
});

test("a row without a state before it shows none", () => {
  expect(fieldsOf(null)).toEqual([]);
});
