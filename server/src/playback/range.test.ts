import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

test.each([
  [undefined, null],
  ["bytes=0-1", { start: 0, end: 1 }],
  ["bytes=5-", { start: 5, end: 9 }],
  ["bytes=5-999", { start: 5, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-30", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=3-2", null],
  ["bytes=0-1,3-4", null],
  ["items=0-1", null],
  ["bytes=-", null],
  ["bytes=99999999999999999999-", null],
])("a range of %s in ten bytes is %j", (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});
