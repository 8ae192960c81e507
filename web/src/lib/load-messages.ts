import type { Language } from "@cliffhanger/contract/languages";
import type { i18n } from "i18next";
import { activeI18n, type MessageGroup, type Messages } from "./messages.ts";

const core = import.meta.glob<Messages>("../locales/*/core.json", { import: "default" });

/** Finds the file of a group in a language. */
export type MessageFiles = (language: Language, group: MessageGroup) => (() => Promise<Messages>) | undefined;

const wanted = new Map<MessageGroup, MessageFiles>([
  ["core", (language) => core[`../locales/${language}/core.json`]],
]);
const present = new Set<string>();

/** Has an instance say these groups from now on, in whichever language it speaks. */
export async function addMessages(
  instance: i18n,
  groups: readonly MessageGroup[],
  files: MessageFiles,
): Promise<void> {
  for (const group of groups) wanted.set(group, files);
  const language = instance.language as Language;
  await fetchMessages(instance, language);
  // The language may have changed meanwhile, without these groups.
  if (instance.language !== language) await addMessages(instance, groups, files);
}

/** Fetches the words that a page begins with. */
export function loadCoreMessages(instance: i18n): Promise<void> {
  return fetchMessages(instance, instance.language as Language);
}

/** Makes the page speak another language without a reload. */
export async function switchLanguage(language: Language): Promise<void> {
  const instance = activeI18n();
  if (!instance) return;
  await fetchMessages(instance, language);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}

async function fetchMessages(instance: i18n, language: Language): Promise<void> {
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
  await fetchMessages(instance, language);
}
