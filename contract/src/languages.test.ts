import { expect, test } from "vitest";
import { appLanguageOf, appLanguages, languageOf, negotiateLanguage, parseLanguage } from "./languages.ts";

test("R9: fy means French and dy German, and neither reaches html lang or Intl", () => {
  expect(appLanguages.map(languageOf)).toEqual(["en", "es", "fr", "de", "pt"]);
  for (const code of appLanguages) expect(appLanguageOf(languageOf(code))).toBe(code);
});

test.each([
  ["fr", "fr"],
  ["fr-CA", "fr"],
  ["fy", "fr"],
  ["DY", "de"],
  ["pt_BR", "pt"],
  ["it", null],
  ["", null],
  [null, null],
])("R9: a link or browser that says %s means %s", (tag, language) => {
  expect(parseLanguage(tag)).toBe(language);
});

test.each([
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["it,es;q=0.5,en;q=0.9", "en"],
  ["fy", "fr"],
  ["*", null],
  ["", null],
  ["de;q=0, es;q=0.1", "es"],
])("R9: Accept-Language %s asks for %s", (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});
