import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

// The formats of Lingui's that the app uses; an unknown one would compile, and fail on the page.
const formats = new Set<unknown>(["number", "plural", "selectordinal", "select"]);

/**
 * Compiles a file of ICU messages, so that no parser is part of the page. Each result is an array, even for plain text:
 * Lingui takes a string for a message that was not compiled.
 * @param json the messages by id
 * @param file named in the error for a malformed message
 */
export function compileFile(json: string, file: string): Record<string, CompiledMessage> {
  const messages = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(messages).map(([id, text]) => {
      try {
        const compiled = compileMessageOrThrow(text);
        requireRunnable(compiled);
        return [id, compiled];
      } catch (error) {
        throw new Error(`${file}: malformed message "${id}": ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}

function requireRunnable(tokens: unknown): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, format, choices] = token;
    if (format !== undefined && !formats.has(format))
      throw new Error(`unknown format "${format}" of {${name}}`);
    if (typeof choices !== "object") continue;
    if (!("other" in choices)) throw new Error(`no form "other" of {${name}}`);
    for (const choice of Object.values(choices)) requireRunnable(choice);
  }
}

/** Compiles `src/messages/{language}/{group}.json` wherever it is imported. */
export function compileMessages(): Plugin {
  return {
    name: "compile-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/messages\/[a-z]+\/[a-z]+\.json$/ },
      handler: (code, id) => ({ code: JSON.stringify(compileFile(code, id)), map: null }),
    },
  };
}
