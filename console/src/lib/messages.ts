import type { Language } from "@cliffhanger/contract/languages";
import { literalValues } from "@cliffhanger/contract/message-values";
import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { useSyncExternalStore } from "react";
import type english from "../messages/en/console.json";

/** The id of a message, as the English file lists them. */
export type MessageId = keyof typeof english;

// The build replaces each text by its compiled form, and makes a part of each language, which is loaded when it is shown.
const files = import.meta.glob<Messages>("../messages/*/console.json", { import: "default" });

/** The locale of dates and numbers, where it is another than the language: times have 24 hours in English too. */
const locales: Partial<Record<Language, string>> = { en: "en-GB" };

const loaded = new Map<Language, I18n>();
let active: I18n | null = null;
const watchers = new Set<() => void>();

/** Loads the messages of a language and shows the console in it. What is typed and open stays. */
export async function showLanguage(to: Language): Promise<void> {
  active = await load(to);
  // Tests of single modules have no document.
  if (typeof document !== "undefined") document.documentElement.lang = to;
  for (const changed of watchers) changed();
}

async function load(to: Language): Promise<I18n> {
  const known = loaded.get(to);
  if (known) return known;
  const file = files[`../messages/${to}/console.json`];
  if (!file) throw new Error(`The console has no messages in "${to}".`);
  const i18n = setupI18n({ locale: to, messages: { [to]: await file() } });
  loaded.set(to, i18n);
  return i18n;
}

function present(): I18n {
  if (!active) throw new Error("A message is read before its language is loaded.");
  return active;
}

/** Returns a message with its values. */
export function t(id: MessageId, values?: Readonly<Record<string, unknown>>): string {
  return present()._(id, values && literalValues(values));
}

/** Returns whether a text is the id of a message. */
export function isMessage(id: string): id is MessageId {
  return id in present().messages;
}

/** Returns the language that is shown. */
export function language(): Language {
  return present().locale as Language;
}

/** Returns the locale in which dates and numbers are written. */
export function locale(): string {
  return locales[language()] ?? language();
}

/** Returns the language that is shown, and renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore((changed) => {
    watchers.add(changed);
    return () => watchers.delete(changed);
  }, language);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a format of numbers in the language. Each is made once: that takes as long as hundreds of uses. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(), options);
  numberFormats.set(key, format);
  return format;
}

/** Returns a number as the language writes it. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(options).format(value);
}

/** Returns a function that writes dates, which makes its format once for each language. */
export function dateWriter(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at) => {
    const format = made.get(locale()) ?? new Intl.DateTimeFormat(locale(), options);
    made.set(locale(), format);
    return format.format(at);
  };
}
