import type { Language } from "@cliffhanger/contract/languages";
import { literalValues } from "@cliffhanger/contract/message-values";
import { type I18n, type Messages, setupI18n } from "@lingui/core";
import type account from "../messages/en/account.json";
import type app from "../messages/en/app.json";
import type coming from "../messages/en/coming.json";
import type consent from "../messages/en/consent.json";
import type core from "../messages/en/core.json";
import type info from "../messages/en/info.json";
import type library from "../messages/en/library.json";
import type lists from "../messages/en/lists.json";
import type money from "../messages/en/money.json";
import type search from "../messages/en/search.json";
import type watch from "../messages/en/watch.json";
import { withPluralForms } from "./plural-form.ts";

/** The id of a message, as the English files list them. */
export type MessageId = keyof (typeof core &
  typeof lists &
  typeof watch &
  typeof account &
  typeof library &
  typeof info &
  typeof money &
  typeof search &
  typeof app &
  typeof coming &
  typeof consent);

/** Formats a message with its values. */
export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

/** The groups of messages, one file each: `core` is always loaded, the others with the screens that show them. */
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
  | "coming"
  | "consent";

let active: I18n | null = null;

/**
 * Creates a Lingui instance: one per page in the browser, where the language may change, and one per language on the
 * server.
 * @param messages as `compile-messages.ts` compiles them
 */
export function createI18n(language: Language, messages: Messages): I18n {
  return setupI18n({ locale: language, messages: { [language]: { ...messages } } });
}

/** Sets the page's instance, for modules outside React. */
export function activate(instance: I18n): void {
  active = instance;
}

/** Returns the page's instance; null before the app starts, and on the server. */
export function activeI18n(): I18n | null {
  return active;
}

/** Returns the language of the page. */
export function activeLanguage(): Language {
  return (active?.locale ?? "en") as Language;
}

/** Returns a message in the language of the page, for modules outside React. */
export function translate(id: MessageId): string {
  return active ? active._(id) : "";
}

/** Returns `t` for the messages of a Lingui instance. */
export function translator(i18n: I18n): Translate {
  return (id, values) => i18n._(id, values && withPluralForms(literalValues(values), i18n.locale));
}
