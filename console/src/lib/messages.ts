import { literalValues } from "@cliffhanger/contract/message-values";
import { type Messages, setupI18n } from "@lingui/core";
import type english from "../messages/en/console.json";
import compiled from "../messages/en/console.json";

/** The id of a message, as the English file lists them. */
export type MessageId = keyof typeof english;

/** The console's language. It is in English first. */
export const LOCALE = "en-GB";

// The build replaces each text by its compiled form.
const i18n = setupI18n({ locale: "en", messages: { en: compiled as unknown as Messages } });

/** Returns a message with its values. */
export function t(id: MessageId, values?: Readonly<Record<string, unknown>>): string {
  return i18n._(id, values && literalValues(values));
}

/** Returns whether a text is the id of a message. */
export function isMessage(id: string): id is MessageId {
  return id in compiled;
}
