import type { Language } from "@cliffhanger/contract/languages";
import type { i18n } from "i18next";
import type { WordGroup, Words } from "./i18n.ts";

const core = import.meta.glob<Words>("../locales/*/core.json", { import: "default" });

/** Finds the file of a group in a language. */
export type WordFiles = (language: Language, group: WordGroup) => (() => Promise<Words>) | undefined;

const wanted = new Map<WordGroup, WordFiles>([
  ["core", (language) => core[`../locales/${language}/core.json`]],
]);
const present = new Set<string>();

/** Has an instance say these groups from now on, in whichever language it speaks. */
export async function addWords(
  instance: i18n,
  groups: readonly WordGroup[],
  files: WordFiles,
): Promise<void> {
  for (const group of groups) wanted.set(group, files);
  const language = instance.language as Language;
  await fetchWords(instance, language);
  // The language may have changed meanwhile, without these groups.
  if (instance.language !== language) await addWords(instance, groups, files);
}

/** Fetches the words that a page begins with. */
export function loadCoreWords(instance: i18n): Promise<void> {
  return fetchWords(instance, instance.language as Language);
}

/** Makes the page speak another language without a reload. */
export async function switchLanguage(instance: i18n, language: Language): Promise<void> {
  await fetchWords(instance, language);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}

async function fetchWords(instance: i18n, language: Language): Promise<void> {
  const missing = [...wanted].filter(([group]) => !present.has(`${language}/${group}`));
  if (missing.length === 0) return;
  await Promise.all(
    missing.map(async ([group, files]) => {
      const load = files(language, group);
      if (!load) throw new Error(`There are no words "${group}" for the language "${language}".`);
      instance.addResourceBundle(language, "translation", await load(), true);
      present.add(`${language}/${group}`);
    }),
  );
  // A part may have asked for another group while these were on their way.
  await fetchWords(instance, language);
}
