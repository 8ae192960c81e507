import { expect, test } from "vitest";
import { chooseLanguage, regionOf } from "./language.ts";
import { createStore } from "./storage.ts";

function store(language?: string) {
  const saved = createStore(() => null);
  if (language) saved.set("language", language);
  return saved;
}

test("R9: the address comes before the saved choice, which comes before the browser", () => {
  const browser = ["pt-BR", "en"];
  expect(chooseLanguage({ search: "?lang=es", store: store("dy"), browser })).toBe("es");
  expect(chooseLanguage({ search: "", store: store("dy"), browser })).toBe("de");
  expect(chooseLanguage({ search: "", store: store(), browser })).toBe("pt");
  expect(chooseLanguage({ search: "", store: store(), browser: ["ja"] })).toBe("en");
});

test("R9: an address that is loaded again does not undo the choice that was made since", () => {
  const again = { search: "?lang=es", isLanding: false, browser: ["pt"] };
  expect(chooseLanguage({ ...again, store: store("dy") })).toBe("de");
  expect(chooseLanguage({ ...again, store: store() }), "where nothing can be saved").toBe("es");
});

test("R101: English is the default and the fallback", () => {
  const nothingSaid = { search: "", store: store(), browser: [] };
  expect(chooseLanguage(nothingSaid)).toBe("en");
  expect(
    chooseLanguage({ ...nothingSaid, search: "?lang=xx", store: store("yy"), browser: ["zz", "ja-JP"] }),
  ).toBe("en");
  expect(chooseLanguage({ ...nothingSaid, browser: ["de"], offered: ["en", "es"] })).toBe("en");
});

test("R9: ?lang accepts fy, fr and fr-CA alike and is saved by the app's own code", () => {
  for (const tag of ["fy", "fr", "fr-CA"]) {
    const saved = store();
    expect(chooseLanguage({ search: `?lang=${tag}`, store: saved, browser: [] })).toBe("fr");
    expect(saved.get("language")).toBe("fy");
  }
});

test("R9: an unknown ?lang is ignored", () => {
  const saved = store("pt");
  expect(chooseLanguage({ search: "?lang=klingon", store: saved, browser: [] })).toBe("pt");
  expect(saved.get("language")).toBe("pt");
});

test("R9: a language that the operator does not offer is skipped", () => {
  const hints = { search: "?lang=fr", store: store(), browser: ["de", "es"], offered: ["en", "es"] };
  expect(chooseLanguage(hints)).toBe("es");
});

test.each<[string, string | null]>([
  ["pt-BR,pt", "BR"],
  ["de,de-AT", "AT"],
  ["fr_ca", "CA"],
  ["zh-Hant-TW", "TW"],
  ["es-419", null],
  ["en", null],
])("R31: a browser with %s names the country %s, whose currency is used for prices", (tags, region) => {
  expect(regionOf(tags.split(","))).toBe(region);
});
