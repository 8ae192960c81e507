import type { Language } from "@cliffhanger/contract/languages";
import type { I18n, Messages } from "@lingui/core";
import { activeI18n, type MessageGroup } from "./messages.ts";

const core = import.meta.glob<Messages>("../messages/*/core.json", { import: "default" });

/** Finds the file of a group in a language. */
export type MessageFiles = (language: Language, group: MessageGroup) => (() => Promise<Messages>) | undefined;

const wanted = new Map<MessageGroup, MessageFiles>([
  ["core", (language) => core[`../messages/${language}/core.json`]],
]);
const present = new Set<string>();

/** Loads these groups into an instance, now and after each change of its language. */
export async function addMessages(
  instance: I18n,
  groups: readonly MessageGroup[],
  files: MessageFiles,
): Promise<void> {
  for (const group of groups) wanted.set(group, files);
  const language = instance.locale as Language;
  await fetchMessages(instance, language);
  // The language may have changed meanwhile, without these groups.
  if (instance.locale !== language) await addMessages(instance, groups, files);
}

/** Fetches the messages that every page has. */
export function loadCoreMessages(instance: I18n): Promise<void> {
  return fetchMessages(instance, instance.locale as Language);
}

let lastChosen: Language | null = null;

/** Changes the language of the page without a reload. Of two choices the later one counts, whichever arrives first. */
export async function switchLanguage(language: Language): Promise<void> {
  const instance = activeI18n();
  if (!instance) return;
  lastChosen = language;
  await fetchMessages(instance, language);
  if (lastChosen !== language) return;
  instance.activate(language);
  document.documentElement.lang = language;
}

async function fetchMessages(instance: I18n, language: Language): Promise<void> {
  const missing = [...wanted].filter(([group]) => !present.has(`${language}/${group}`));
  if (missing.length === 0) return;
  await Promise.all(
    missing.map(async ([group, files]) => {
      const load = files(language, group);
      if (!load) throw new Error(`No messages ${language}/${group}`);
      // A copy: Lingui adds later groups to the object that it is given first.
      instance.load(language, { ...(await load()) });
      present.add(`${language}/${group}`);
    }),
  );
  // Another part may have requested a group while these were loading.
  await fetchMessages(instance, language);
}
