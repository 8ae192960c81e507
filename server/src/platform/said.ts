import type { Language } from "@cliffhanger/contract";
import type { FieldFault } from "./http/errors.ts";
import { messagesIn, type Translate } from "./messages.ts";

/** Says something in the language of its reader, who is known only where it is answered. */
export type Say = (t: Translate, language: Language) => string;

/** Returns what is said, in a language. */
export function sayIn(language: Language, say: Say): string {
  return say(messagesIn(language), language);
}

/** Returns what is wrong with a field, for the reader's language. */
export function faultAt(field: string, say: Say): FieldFault {
  return { field, message: sayIn("en", say), say: (language) => sayIn(language, say) };
}

/** An error that is a sentence for the operator: in English for commands and logs, and in each language for the console. */
export class SaidError extends Error {
  readonly say: (language: Language) => string;

  constructor(what: string | Say, options?: ErrorOptions) {
    super(typeof what === "string" ? what : sayIn("en", what), options);
    this.say = (language) => (typeof what === "string" ? what : sayIn(language, what));
  }

  /** Returns it as what is wrong with a field. */
  at(field: string): FieldFault {
    const { message, say } = this;
    return { field, message, say };
  }
}
