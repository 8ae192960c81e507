import { expect, test } from "vitest";
import { chooseLanguage, regionOf } from "./language.ts";
import { createStore } from "./storage.ts";

function store(saved?: string) {
  const kept = createStore(() => null);
  if (saved) kept.set("language", saved);
  return kept;
}

test("R9: the address comes before the saved choice, which comes before the browser", () => {
  const browser = ["pt-BR", "en"];
  expect(chooseLanguage({ search: "?lang=es", store: store("dy"), browser })).toBe("es");
  expect(chooseLanguage({ search: "", store: store("dy"), browser })).toBe("de");
  expect(chooseLanguage({ search: "", store: store(), browser })).toBe("pt");
  expect(chooseLanguage({ search: "", store: store(), browser: ["ja"] })).toBe("en");
});

test("R101: English is the default and the fallback", () => {
  const nothingSaid = { search: "", store: store(), browser: [] };
  expect(chooseLanguage(nothingSaid)).toBe("en");
  expect(
    chooseLanguage({ ...nothingSaid, search: "?lang=xx", store: store("yy"), browser: ["zz", "ja-JP"] }),
  ).toBe("en");
  expect(chooseLanguage({ ...nothingSaid, browser: ["de"], offered: ["en", "es"] })).toBe("en");
});

test("R9: ?lang is understood as fy, fr and fr-CA alike and saved under the app's own code", () => {
  for (const tag of ["fy", "fr", "fr-CA"]) {
    const kept = store();
    expect(chooseLanguage({ search: `?lang=${tag}`, store: kept, browser: [] })).toBe("fr");
    expect(kept.get("language")).toBe("fy");
  }
});

test("R9: an unknown ?lang is no choice", () => {
  const kept = store("pt");
  expect(chooseLanguage({ search: "?lang=klingon", store: kept, browser: [] })).toBe("pt");
  expect(kept.get("language")).toBe("pt");
});

test("R9: a language that the operator does not offer is passed over", () => {
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
])(
  "R31: a browser that speaks %s names the country %s, whose currency prices are shown in",
  (tags, region) => {
    expect(regionOf(tags.split(","))).toBe(region);
  },
);
