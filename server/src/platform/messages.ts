import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Language, literalValues, type Reason } from "@cliffhanger/contract";
import type consent from "../../locales/en/consent.json";
import type console from "../../locales/en/console.json";
import type errors from "../../locales/en/errors.json";
import type exports from "../../locales/en/exports.json";
import type health from "../../locales/en/health.json";
import type mails from "../../locales/en/mails.json";
import type preview from "../../locales/en/preview.json";
import type receipts from "../../locales/en/receipts.json";
import type sales from "../../locales/en/sales.json";

type Messages = typeof consent &
  typeof console &
  typeof errors &
  typeof exports &
  typeof health &
  typeof mails &
  typeof preview &
  typeof receipts &
  typeof sales;

/** The id of a message in `server/locales`, as the English files list them. */
export type MessageId = keyof Messages;

/** Formats a message with its values. */
export type Translate = (id: MessageId, values?: Record<string, string | number>) => string;

const folder = join(import.meta.dirname, "../../locales");
const require = createRequire(import.meta.url);
const sources = new Map<Language, Readonly<Record<string, string>>>();
const translators = new Map<Language, Translate>();

/**
 * Returns the function that formats the server's messages in a language. They are read and compiled, and Lingui itself is
 * loaded, when a language is first used: the start of the server does not wait for them.
 */
export function messagesIn(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const translate = compile(language);
  translators.set(language, translate);
  return translate;
}

/** Returns a message as its file has it, with its placeholders. */
export function messageSource(id: MessageId, language: Language): string {
  return sourcesOf(language)[id] ?? "";
}

/** Returns the ids of all messages. */
export function messageIds(): MessageId[] {
  return Object.keys(sourcesOf("en")) as MessageId[];
}

/** Returns what a person reads for a reason; for `request_id` the label of an id on an error page. */
export function messageOf(reason: Reason | "request_id", language: Language): string {
  return messagesIn(language)(`errors.${reason}`);
}

function sourcesOf(language: Language): Readonly<Record<string, string>> {
  const known = sources.get(language);
  if (known) return known;
  const texts = Object.assign(
    {},
    ...readdirSync(join(folder, language)).map((file) =>
      JSON.parse(readFileSync(join(folder, language, file), "utf8")),
    ),
  );
  sources.set(language, texts);
  return texts;
}

function compile(language: Language): Translate {
  const { setupI18n }: typeof import("@lingui/core") = require("@lingui/core");
  const {
    compileMessageOrThrow,
  }: typeof import("@lingui/message-utils/compileMessage") = require("@lingui/message-utils/compileMessage");
  const messages = Object.fromEntries(
    Object.entries(sourcesOf(language)).map(([id, text]) => [id, compileMessageOrThrow(text)]),
  );
  // An instance of its own, which never changes its language: answers in several languages are written at the same time.
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  // A message without values is formatted once: errors are answered with them.
  const plain = new Map<MessageId, string>();
  return (id, values) => {
    if (values) return i18n._(id, literalValues(values));
    const text = plain.get(id) ?? i18n._(id);
    plain.set(id, text);
    return text;
  };
}
