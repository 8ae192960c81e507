import { expect, it } from "vitest";
import { titlesOf } from "./requirement-titles.ts";

it("titles are found in every form that a test takes", () => {
  const text = [
    'describe("R1: the shell", () => {',
    "  it('R2: guests browse', async () => {});",
    "  test.each([1, 2])(`R3: case %d`, () => {});",
    '  it.each([["a", "b"]])("R4: %s", () => {});',
    '  test.skip("R5: later", () => {});',
    '  it(\n    "R6: a \\"quoted\\" title",\n    () => {},\n  );',
    '  test.each([\n    [price(5, "USD"), "$0.05"],\n  ] as const)("R7: %o", () => {});',
    "});",
  ].join("\n");
  expect(titlesOf("a.test.ts", text).map(({ title }) => title.slice(0, 2))).toEqual([
    "R1",
    "R2",
    "R3",
    "R4",
    "R5",
    "R6",
    "R7",
  ]);
  expect(titlesOf("a.test.ts", text)[1]?.place).toBe("a.test.ts:2");
});
