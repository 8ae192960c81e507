import type { Language } from "@cliffhanger/contract/languages";
import type { Store } from "../../lib/storage.ts";

const off = "off";

/** Keeps the viewer's wish about captions for the next episode and the next visit. */
export function keepCaptionChoice(language: string | null, store: Store): void {
  store.set("captions", language ?? off);
}

/**
 * The captions to begin with: the viewer's saved choice; without one, captions in the app's language where there are
 * any, because most people watch short drama with the sound off. Null is none. `offered` are the episode's languages.
 */
export function chooseCaptions(offered: readonly string[], language: Language, store: Store): string | null {
  const saved = store.get("captions");
  if (saved === off) return null;
  if (saved && offered.includes(saved)) return saved;
  return offered.includes(language) ? language : null;
}

/** What the captions button turns on: the last choice, else the app's language, else what there is. */
export function captionsToTurnOn(
  offered: readonly string[],
  last: string | null,
  language: Language,
): string | null {
  if (last && offered.includes(last)) return last;
  return offered.includes(language) ? language : (offered[0] ?? null);
}
