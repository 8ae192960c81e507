import type { Language } from "@cliffhanger/contract/languages";
import type { i18n } from "i18next";
import type { Locale } from "./i18n.ts";

const files = import.meta.glob<Locale>("../locales/*.json", { import: "default" });

/** Loads the words of one language; each is a file of its own. */
export async function loadLocale(language: Language): Promise<Locale> {
  const load = files[`../locales/${language}.json`];
  if (!load) throw new Error(`There are no words for the language "${language}".`);
  return load();
}

/** Makes the page speak another language without a reload. */
export async function switchLanguage(instance: i18n, language: Language): Promise<void> {
  if (!instance.hasResourceBundle(language, "translation")) {
    instance.addResourceBundle(language, "translation", await loadLocale(language));
  }
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}
