import { activeI18n, type WordGroup, type Words } from "./i18n.ts";
import { addWords } from "./locales.ts";

const files = import.meta.glob<Words>(["../locales/*/*.json", "!../locales/*/core.json"], {
  import: "default",
});

/** Fetches the words that a screen or sheet says, in the page's language; those that are here already cost nothing. */
export async function needWords(groups: readonly WordGroup[]): Promise<void> {
  const instance = activeI18n();
  if (instance)
    await addWords(instance, groups, (language, group) => files[`../locales/${language}/${group}.json`]);
}
