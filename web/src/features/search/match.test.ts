import { expect, test } from "vitest";
import { matchParts } from "./match.ts";

const marked = (text: string, keyword: string) =>
  matchParts(text, keyword)
    .map((stretch) => (stretch.hit ? `[${stretch.text}]` : stretch.text))
    .join("");

test.each([
  ["Salt Road", "salt", "[Salt] Road"],
  ["Salt Road", "road sal", "[Sal]t [Road]"],
  ["La memoria de León", "leon", "La memoria de [León]"],
  ["Die Straße", "strasse", "Die [Straße]"],
  ["Cœur brisé", "COEUR", "[Cœur] brisé"],
  ["Basalt", "salt", "Basalt"],
  ["Salt & Salt", "salt", "[Salt] & [Salt]"],
  ["灯台の約束", "約束", "灯台の[約束]"],
  ["Nothing of it", "", "Nothing of it"],
  ["<b>Bold</b>", "bold", "<b>[Bold]</b>"],
])("R24: in %j the matches of %j are marked", (text, keyword, expected) => {
  expect(marked(text, keyword)).toBe(expected);
});

// Characters that normalise to several, to none or to another length; combining marks; surrogate pairs and their
// halves.
const unusualTexts = [
  "ß",
  "ﬁ",
  "İ",
  "e\u0301",
  "\u0301",
  "👩‍👩‍👧",
  "灯台",
  "\ud83d",
  "\udc69",
  "a",
  "A b",
  "",
  " ",
  "<i>",
  "ǅ",
  "ﷺ",
];

test("R24: marking never changes a title, for any title and any keyword", () => {
  for (const one of unusualTexts)
    for (const other of unusualTexts)
      for (const text of [one + other, `${one} ${other}`, `${one}${other}${one}`])
        for (const keyword of unusualTexts)
          expect(
            matchParts(text, keyword)
              .map((stretch) => stretch.text)
              .join(""),
          ).toBe(text);
});
