import type { Language } from "@cliffhanger/contract/languages";
import type { I18n, Messages } from "@lingui/core";
import { createI18n } from "./lib/messages.ts";

const files = import.meta.glob<Messages>("./messages/*/*.json", { import: "default", eager: true });
const instances = new Map<Language, I18n>();

/**
 * Returns the server's instance of a language, with all of its messages. It never changes its language, so renders in
 * different languages can run at the same time.
 */
export function i18nOf(language: Language): I18n {
  const known = instances.get(language);
  if (known) return known;
  const groups = Object.entries(files).filter(([path]) => path.split("/")[2] === language);
  const i18n = createI18n(language, Object.assign({}, ...groups.map(([, messages]) => messages)));
  instances.set(language, i18n);
  return i18n;
}
