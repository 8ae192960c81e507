import { expect, it } from "vitest";
import { requirementsIn, titlesOf } from "./requirement-titles.ts";

it("a title names one requirement, several, or a range", () => {
  expect(requirementsIn("R36: a ttclid lands under FBCLID too")).toEqual([36]);
  expect(requirementsIn("R20–R22: lists resume")).toEqual([20, 21, 22]);
  expect(requirementsIn("R2, R47: guests watch what is free")).toEqual([2, 47]);
  expect(requirementsIn("R88-R89: codes; R88 again")).toEqual([88, 89]);
});

it("a word that only looks like one names none", () => {
  expect(requirementsIn("the RFC 9110 header XR36 and R2D2 are left alone")).toEqual([]);
});

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
  expect(titlesOf("a.test.ts", text).flatMap(({ title }) => requirementsIn(title))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(titlesOf("a.test.ts", text)[1]?.place).toBe("a.test.ts:2");
});
