import fc from "fast-check";
import { expect, test } from "vitest";
import { documentIn } from "./document.ts";
import { normaliseKeyword } from "./search.ts";
import { isOneTypoAway, lexemesOf, normaliseText, tokensOf, variantsOf } from "./words.ts";

test("R24: a normalised text is composed, as the index stores it", () => {
  expect(normaliseText("E\u0301te\u0301 \u1112\u1161\u11ab")).toBe("ete \ud55c");
});

test("R24: normalising is idempotent, so that both sides of a search agree", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const words = tokensOf(normaliseText(text));
      expect(tokensOf(normaliseText(words.join(" "))).join("")).toBe(words.join(""));
    }),
  );
});

test("R24: one letter wrong, missing, added or swapped is one typo, and shares a variant", () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from("abcdeöñ狐")), minLength: 4, maxLength: 7 });
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom("drop", "add", "change", "swap"), (right, place, kind) => {
      const signs = Array.from(right);
      const at = place % (signs.length - 1);
      if (kind === "drop") signs.splice(at, 1);
      if (kind === "add") signs.splice(at, 0, "x");
      if (kind === "change") signs[at] = "x";
      if (kind === "swap") signs.splice(at, 2, signs[at + 1] ?? "", signs[at] ?? "");
      const typed = signs.join("");
      expect(isOneTypoAway(typed, right)).toBe(true);
      expect(variantsOf(typed).some((variant) => variantsOf(right).includes(variant))).toBe(true);
    }),
  );
});

test.each([
  ["lantern", "lanes"],
  ["heir", "hare"],
  ["secret", "secretary"],
])("%s is more than a typo away from %s", (one, other) => {
  expect(isOneTypoAway(one, other)).toBe(false);
  expect(isOneTypoAway(other, one)).toBe(false);
});

test("R24: a title without spaces is indexed by the pairs of its characters and its last one", () => {
  expect(lexemesOf("狐の嫁")).toEqual(["狐の", "の嫁", "嫁"]);
  expect(lexemesOf("fox")).toEqual(["fox"]);
});

test("R24: a keyword of any length and content becomes at most eight words of letters and digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const words = normaliseKeyword(text).split(" ");
      expect(words.length).toBeLessThanOrEqual(8);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
    }),
  );
  expect(normaliseKeyword("a\u0000' | !b:* \\ (c)")).toBe("a b c");
});

test("R9, R24: each text of a document falls back to English separately", () => {
  const series = {
    id: "x",
    title: { en: "The Salt Road", fr: "La route du sel" },
    synopsis: { en: "Two sisters." },
    tags: [{ en: "Family", fr: "Famille" }],
  };
  const french = documentIn(series, "fr");
  expect(french.title).toBe("la route du sel");
  for (const lexeme of ["'route':1A", "'famille':2B", "'salt':3C", "'sisters':4D"])
    expect(french.words).toContain(lexeme);
  expect(documentIn(series, "de").title).toBe("the salt road");
});
