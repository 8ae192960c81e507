import type { CallName } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

/** Returns the query key of a call. It contains the language, because titles and texts differ by it. */
export function queryKey(name: CallName, language: Language, params: Record<string, string> = {}) {
  return [name, language, params] as const;
}
