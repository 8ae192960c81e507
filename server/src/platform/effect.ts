import { createHash } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { changedMeanwhile, DomainError } from "./http/errors.ts";

/** How long the deletion of captions, of a tag or of a picture can be undone. */
export const UNDOABLE_MS = 24 * 3600 * 1000;

/** Returns the hash of what an act would do. It is shown with the effect beforehand, and the act carries it. */
export function effectHash(effect: unknown): string {
  return createHash("sha256").update(JSON.stringify(effect)).digest("hex");
}

/** Refuses an act whose effect is no longer what the operator saw; `by` and `at` say who changed it when, as far as known. */
export function requireEffect(
  hash: string,
  seen: string | undefined,
  { by, at }: { by: string | null; at: Date },
): void {
  if (hash === seen) return;
  throw changedMeanwhile({ by, at });
}

/** Answers the effect of an act beforehand in a language, or why it would be refused: then there is no hash to act with. */
export async function effectOrRefusal<T extends { hash: string; sentences: string[] }>(
  language: Language,
  effect: () => Promise<T>,
): Promise<T | { hash: null; sentences: string[] }> {
  try {
    return await effect();
  } catch (error) {
    if (!(error instanceof DomainError) || error.errors === undefined) throw error;
    return { hash: null, sentences: error.errors.map(({ message, say }) => say?.(language) ?? message) };
  }
}
