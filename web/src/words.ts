import type { Language } from "@cliffhanger/contract/languages";
import type { Words } from "./lib/i18n.ts";

const files = import.meta.glob<Words>("./locales/*/*.json", { import: "default", eager: true });

/** All words of a language: the server has them at once, where the browser fetches them group by group. */
export function wordsOfLanguage(language: Language): Words {
  const all: Words = {};
  for (const [path, words] of Object.entries(files)) {
    if (path.split("/")[2] !== language) continue;
    // Groups may add to one heading, such as `titles`.
    for (const [heading, texts] of Object.entries(words))
      all[heading] = { ...(all[heading] as object), ...(texts as object) };
  }
  return all;
}
