import type { CallName } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

/** The key of a call's answer. It holds the language: titles and texts differ by it. */
export function queryKey(name: CallName, language: Language, params: Record<string, string> = {}) {
  return [name, language, params] as const;
}
