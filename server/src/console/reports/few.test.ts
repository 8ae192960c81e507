import fc from "fast-check";
import { expect, test } from "vitest";
import { peopleBeside, peopleFor } from "./few.ts";

const toEditor = peopleFor("editor");

test("C60: a small group is not the difference between its neighbours and their sum", () => {
  expect(peopleBeside([100, 40, 3], toEditor)).toEqual([100, "hidden", "few"]);
  // Two of one each, and two of four each, are told by their sum too.
  expect(peopleBeside([100, 1, 1], toEditor)).toEqual(["hidden", "few", "few"]);
  expect(peopleBeside([100, 4, 4], toEditor)).toEqual(["hidden", "few", "few"]);
  expect(peopleBeside([100, 1, 3, 0], toEditor)).toEqual([100, "few", "few", 0]);
  // One beside the least that is hidden.
  expect(peopleBeside([100, 5, 1], toEditor)).toEqual(["hidden", "hidden", "few"]);
  expect(peopleBeside([3, 0], toEditor)).toEqual(["few", 0]);
  expect(peopleBeside([100, 3], peopleFor("owner"))).toEqual([100, 3]);
});

/** How many people those may be who are `few`, all together, where `sum` are not told: few are one to four, hidden five and more. */
function waysOf(shown: readonly unknown[], sum: number): number {
  const few = shown.filter((count) => count === "few").length;
  const hidden = shown.filter((count) => count === "hidden").length;
  const all = Array.from({ length: 4 ** few }, (_, n) =>
    Array.from({ length: few }, (_each, at) => 1 + (Math.floor(n / 4 ** at) % 4)),
  );
  return all.filter((counts) => {
    const rest = sum - counts.reduce((a, b) => a + b, 0);
    return hidden === 0 ? rest === 0 : rest >= hidden * 5;
  }).length;
}

test("C60: whatever the groups are, what is hidden can be filled in in more ways than one, or nothing larger is left to hide", () => {
  const property = fc.property(
    fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 }),
    (counts) => {
      const shown = peopleBeside(counts, toEditor);
      const told = shown.reduce<number>((sum, count) => sum + (typeof count === "number" ? count : 0), 0);
      const sum = counts.reduce((a, b) => a + b, 0) - told;
      const isAllHidden = shown.every((count) => typeof count !== "number" || count === 0);
      const isTrue = shown.every((count, at) => {
        const real = counts[at] ?? 0;
        return count === (typeof count === "number" ? real : real < 5 ? "few" : "hidden");
      });
      return isTrue && (!shown.includes("few") || isAllHidden || waysOf(shown, sum) > 1);
    },
  );
  expect(() => fc.assert(property)).not.toThrow();
});
