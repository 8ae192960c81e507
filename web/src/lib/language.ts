import { appLanguageOf, type Language, parseLanguage } from "@cliffhanger/contract/languages";
import type { Store } from "./storage.ts";

/** The sources of a visit's language, strongest first (R9). */
export interface LanguageHints {
  /** The query string of the address; its `lang` becomes the saved choice. */
  search: string;
  /** Whether the address was opened; false when it is loaded again: then a choice made since comes first. */
  isLanding?: boolean;
  store: Store;
  /** The browser's languages in order of preference. */
  browser: readonly string[];
  /** The languages that the site offers; empty means all. */
  offered?: readonly string[];
}

/** Chooses the language: `?lang`, else the saved choice, else the browser's, else English (R9, R101). */
export function chooseLanguage(hints: LanguageHints): Language {
  const { search, isLanding = true, store, browser, offered = [] } = hints;
  const saved = accept(store.get("language"), offered);
  if (saved && !isLanding) return saved;
  const requested = accept(new URLSearchParams(search).get("lang"), offered);
  if (requested) {
    store.set("language", appLanguageOf(requested));
    return requested;
  }
  if (saved) return saved;
  for (const tag of browser) {
    const language = accept(tag, offered);
    if (language) return language;
  }
  return "en";
}

/** Returns the country of the first browser language that names one. */
export function regionOf(browser: readonly string[]): string | null {
  for (const tag of browser) {
    const region = /[-_]([A-Z]{2})$/i.exec(tag)?.[1];
    if (region) return region.toUpperCase();
  }
  return null;
}

function accept(tag: string | null, offered: readonly string[]): Language | null {
  const language = parseLanguage(tag);
  if (!language) return null;
  return offered.length === 0 || offered.some((code) => parseLanguage(code) === language) ? language : null;
}

/** Saves the choice for the next visit: in storage, and in the cookie that the server reads for its first page. */
export function saveLanguage(language: Language, store: Store): void {
  store.set("language", appLanguageOf(language));
  writeLanguageCookie(language);
}

/** Writes the cookie `lang`, in the app's own codes, for a year. */
export function writeLanguageCookie(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `lang=${appLanguageOf(language)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
