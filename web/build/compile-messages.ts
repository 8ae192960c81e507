import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { pluralFormOf } from "../src/lib/plural-form.ts";

// The formats of Lingui's that the app uses; an unknown one would compile, and fail on the page.
const formats = new Set<unknown>(["number", "plural", "selectordinal", "select"]);

/** How messages are compiled. */
interface CompileOptions {
  /**
   * Whether a plural becomes a choice by the form that `translator` adds for each number. Lingui's own plural makes a number
   * format even for a text without one, and the first number format takes a slow phone 200 ms (decision 119).
   */
  pluralsByForm?: boolean;
}

/**
 * Compiles a file of ICU messages, so that no parser is part of the page. Each result is an array, even for plain text:
 * Lingui takes a string for a message that was not compiled.
 * @param json the messages by id
 * @param file named in the error for a malformed message
 */
export function compileFile(
  json: string,
  file: string,
  { pluralsByForm = false }: CompileOptions = {},
): Record<string, CompiledMessage> {
  const messages = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(messages).map(([id, text]) => {
      try {
        const compiled = compileMessageOrThrow(text);
        requireRunnable(compiled);
        return [id, pluralsByForm ? choosePlurals(compiled) : compiled];
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

function choosePlurals<T>(tokens: T): T {
  if (!Array.isArray(tokens)) return tokens;
  return tokens.map((token) => {
    if (!Array.isArray(token)) return token;
    const [name, format, choices] = token;
    if (typeof choices !== "object") return token;
    const { offset, ...forms } = choices;
    if (format === "plural") requireForms(name, offset, forms);
    const chosen = Object.fromEntries(
      Object.entries(forms).map(([form, choice]) => [form, choosePlurals(choice)]),
    );
    return format === "plural" ? [pluralFormOf(name), "select", chosen] : [name, format, chosen];
  }) as T;
}

function requireForms(name: string, offset: number | undefined, forms: Record<string, unknown>): void {
  if (offset) throw new Error(`{${name}} has an offset`);
  for (const [form, tokens] of Object.entries(forms)) {
    if (/^\d+$/.test(form)) throw new Error(`{${name}} has the form "=${form}"; use those of the language`);
    if ([tokens].flat().includes("#")) throw new Error(`{${name}} has "#"; write {${name}, number}`);
  }
}

/** Compiles `src/messages/{language}/{group}.json` wherever it is imported. */
export function compileMessages(options: CompileOptions = {}): Plugin {
  return {
    name: "compile-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/messages\/[a-z]+\/[a-z]+\.json$/ },
      handler: (code, id) => ({ code: JSON.stringify(compileFile(code, id, options)), map: null }),
    },
  };
}
