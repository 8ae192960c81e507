import type { Language } from "@cliffhanger/contract/languages";
import { beforeEach, expect, test, vi } from "vitest";
import { createI18n, type WordGroup, type Words } from "./i18n.ts";
import { addWords, loadCoreWords, switchLanguage } from "./locales.ts";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
});

/** Message files that arrive when the test says so. */
function slowFiles(group: WordGroup) {
  const waiting = new Map<Language, () => void>();
  const asked = (language: Language) => vi.waitFor(() => expect(waiting.has(language)).toBe(true));
  return {
    files: (language: Language) => () =>
      new Promise<Words>((resolve) =>
        waiting.set(language, () => resolve({ [group]: { said: `${group} in ${language}` } })),
      ),
    async arrive(language: Language) {
      await asked(language);
      waiting.get(language)?.();
    },
    asked,
  };
}

test("R9: a part asked for while the language changes says its messages in the new one", async () => {
  const page = createI18n("en", {});
  await loadCoreWords(page);
  const early = slowFiles("search");
  const part = slowFiles("consent");
  const first = addWords(page, ["search"], early.files);
  await early.arrive("en");
  await first;

  const change = switchLanguage(page, "pt");
  await early.asked("pt");
  // The part begins to load while the page still speaks English, and the change goes on meanwhile.
  const loaded = addWords(page, ["consent"], part.files);
  await early.arrive("pt");
  await part.arrive("en");
  await part.arrive("pt");
  await Promise.all([change, loaded]);
  expect(page.language).toBe("pt");
  expect(page.getResource("pt", "translation", "consent.said")).toBe("consent in pt");
});
