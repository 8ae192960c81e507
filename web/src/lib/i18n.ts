import type { Language } from "@cliffhanger/contract/languages";
import { createInstance, type i18n, type ParseKeys } from "i18next";
import { initReactI18next } from "react-i18next";
import type en from "../locales/en.json";

/** The words of one language. */
export type Locale = typeof en;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Locale };
  }
}

/** A key of the words. */
export type MessageKey = ParseKeys;

let active: i18n | null = null;

/** A ready instance that speaks the languages given: one per page in the browser, one per language on the server. */
export function createI18n(language: Language, locales: Partial<Record<Language, Locale>>): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: Object.fromEntries(
      Object.entries(locales).map(([tag, translation]) => [tag, { translation }]),
    ),
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

/** Makes an instance the page's own, so that modules outside React can speak too. */
export function activate(instance: i18n): void {
  active = instance;
}

/** The language that the page speaks now. */
export function activeLanguage(): Language {
  return (active?.language ?? "en") as Language;
}

/** Words outside React. */
export function translate(key: MessageKey): string {
  return active ? active.t(key) : "";
}
