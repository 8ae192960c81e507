import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Language, literalValues } from "@cliffhanger/contract";
import type mails from "../../locales/en/mails.json";

/** The id of a message in `server/locales`, as the English files list them. */
export type MessageId = keyof typeof mails;

/** Formats a message with its values. */
export type Translate = (id: MessageId, values?: Record<string, string | number>) => string;

const folder = join(import.meta.dirname, "../../locales");
const require = createRequire(import.meta.url);
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

function compile(language: Language): Translate {
  const { setupI18n }: typeof import("@lingui/core") = require("@lingui/core");
  const {
    compileMessageOrThrow,
  }: typeof import("@lingui/message-utils/compileMessage") = require("@lingui/message-utils/compileMessage");
  const sources = readdirSync(join(folder, language)).flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(join(folder, language, file), "utf8"))),
  );
  const messages = Object.fromEntries(sources.map(([id, text]) => [id, compileMessageOrThrow(text)]));
  // An instance of its own, which never changes its language: answers in several languages are written at the same time.
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return (id, values) => i18n._(id, values && literalValues(values));
}
