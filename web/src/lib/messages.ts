import type { Language } from "@cliffhanger/contract/languages";
import type { I18n } from "@lingui/core";
import { createInstance, type i18n, type ParseKeys } from "i18next";
import { initReactI18next } from "react-i18next";
import type account from "../locales/en/account.json";
import type app from "../locales/en/app.json";
import type consent from "../locales/en/consent.json";
import type core from "../locales/en/core.json";
import type info from "../locales/en/info.json";
import type library from "../locales/en/library.json";
import type lists from "../locales/en/lists.json";
import type money from "../locales/en/money.json";
import type search from "../locales/en/search.json";
import type watch from "../locales/en/watch.json";

/** The words of one language, all groups of them. */
type Locale = typeof core &
  typeof lists &
  typeof watch &
  typeof account &
  typeof library &
  typeof info &
  typeof money &
  typeof search &
  typeof app &
  typeof consent;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Locale };
  }
}

/** A key of the words. */
export type MessageId = ParseKeys;

/** Formats a message with its values. */
export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

/** Words that travel in one file: `core` is always there, the others come with the screens that say them. */
export type MessageGroup =
  | "core"
  | "lists"
  | "watch"
  | "account"
  | "library"
  | "info"
  | "money"
  | "search"
  | "app"
  | "consent";

/** The contents of one file of words. */
export type Messages = Record<string, unknown>;

let active: i18n | null = null;

/** An instance that speaks one language: one per page in the browser, one per language on the server. */
export function createI18n(language: Language, words: Messages): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: words } },
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    // Words that come later are here before what says them: nothing that stands is drawn again for them.
    react: { bindI18n: "languageChanged", bindI18nStore: "" },
  });
  return instance;
}

/** Makes an instance the page's own, so that modules outside React can speak too. */
export function activate(instance: i18n): void {
  active = instance;
}

/** The page's own instance; null before it starts, and on the server. */
export function activeI18n(): i18n | null {
  return active;
}

/** The language that the page speaks now. */
export function activeLanguage(): Language {
  return (active?.language ?? "en") as Language;
}

/** Words outside React. */
export function translate(key: MessageId): string {
  return active ? active.t(key) : "";
}

/** Returns `t` for the messages of a Lingui instance. */
export function translator(i18n: I18n): Translate {
  return (id, values) => i18n._(id, values && Object.fromEntries(Object.entries(values).map(asWritten)));
}

// Lingui decodes `\u0041` in the finished text, so also where a viewer wrote it: an escaped backslash stays one.
function asWritten([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "string" ? value.replaceAll("\\", "\\u005c") : value];
}
