import type { Language } from "@cliffhanger/contract";
import { type MessageId, messageIds, messageSource, messagesIn } from "./messages.ts";

/** Messages that are stored in English and read in the language of whoever looks. */
type StoredId = Extract<
  MessageId,
  `${"bulkFailed" | "mediaFault" | "pictureFault" | "seriesFault"}.${string}`
>;

interface Pattern {
  id: StoredId;
  form: RegExp;
  /** The number of characters that are the message's own. */
  weight: number;
}

let patterns: Pattern[] | null = null;

/**
 * Returns a stored English sentence in a language: it finds the message that it was made from, and its values. What no message
 * says, such as what a row of an older version says, stays as it is.
 */
export function storedIn(language: Language, sentence: string): string {
  if (language === "en") return sentence;
  patterns ??= makePatterns();
  for (const { id, form } of patterns) {
    const found = form.exec(sentence);
    if (found) return messagesIn(language)(id, { ...found.groups });
  }
  return sentence;
}

/** The longest words first, so that a sentence is never taken for a shorter one with its words in a value. */
function makePatterns(): Pattern[] {
  return messageIds()
    .filter((id): id is StoredId => /^(?:bulkFailed|(?:media|picture|series)Fault)\./.test(id))
    .map((id) => {
      const parts = messageSource(id, "en").split(/(\{\w+\})/);
      const form = parts.map((part, at) =>
        at % 2 === 1 ? `(?<${part.slice(1, -1)}>.+?)` : RegExp.escape(part),
      );
      const weight = parts.filter((_, at) => at % 2 === 0).join("").length;
      return { id, form: new RegExp(`^${form.join("")}$`, "s"), weight };
    })
    .toSorted((one, other) => other.weight - one.weight);
}
