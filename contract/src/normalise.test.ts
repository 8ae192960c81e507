import { expect, test } from "vitest";
import { isUnspaced, normalise, wordsIn } from "./normalise.ts";

test.each([
  ["La Sœur d’Été", "la soeur d’ete"],
  ["ÜBERGRÖSSE", "ubergrosse"],
  ["Straße", "strasse"],
  ["Łódź, İstanbul", "lodz, istanbul"],
  ["ｆｕｌｌ Ｗｉｄｔｈ", "full width"],
  ["Þórð og ııı", "thord og iii"],
  ["a\u0301 Е\u0308", "a е"],
])("R24: %s is compared as %s", (text, normalised) => {
  expect(normalise(text)).toBe(normalised);
});

test("R24: a text normalises to its normalised characters, so a match can be traced to them", () => {
  for (const text of ["Łódź ﬁn", "한국 드라마", "e\u0301\u0301", "\ud83d \udc69", "ﷺ"])
    expect(Array.from(text, normalise).join("")).toBe(normalise(text));
});

test("R24: words are letters, digits and marks", () => {
  expect(wordsIn(normalise("“L’Été”, 2e partie: 灯台の約束!"))).toEqual([
    "l",
    "ete",
    "2e",
    "partie",
    "灯台の約束",
  ]);
  expect(wordsIn("… !")).toEqual([]);
});

test("R24: scripts without spaces between words are recognised", () => {
  for (const word of ["灯台", "ひらがな", "한국", "สวัสดี"]) expect(isUnspaced(word), word).toBe(true);
  for (const word of ["salt", "соль", "2024"]) expect(isUnspaced(word), word).toBe(false);
});
