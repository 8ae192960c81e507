import { expect, test } from "vitest";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { differenceOf } from "./difference.ts";

const marks = { same: " ", ours: "-", theirs: "+" };
const shown = (ours: string, theirs: string) =>
  differenceOf(ours, theirs)
    .map(({ kind, text }) => marks[kind] + text)
    .join("\n");

test("the difference of two texts keeps common lines and says which were left out and added", () => {
  expect(shown("a\nb\nc\nd", "a\nc\nx\nd\ny")).toBe(" a\n-b\n c\n+x\n d\n+y");
  expect(shown("a\r\nb\n", "a\nb")).toBe(" a\n b");
  expect(shown("a", "b")).toBe("-a\n+b");
});

test("1,200 lines are compared within a second", () => {
  const ours = Array.from({ length: 1200 }, (_, at) => `line ${at}`);
  const theirs = ours.map((line, at) => (at % 10 === 0 ? `${line} changed` : line));
  const begin = performance.now();
  expect(differenceOf(ours.join("\n"), theirs.join("\n")).filter(({ kind }) => kind === "same")).toHaveLength(
    1080,
  );
  expect(performance.now() - begin).toBeLessThan(timeLimit(1));
});
