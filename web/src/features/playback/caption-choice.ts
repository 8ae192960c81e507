import type { Language } from "@cliffhanger/contract/languages";
import type { Store } from "../../lib/storage.ts";

const OFF = "off";

/** Saves the viewer's choice of captions for the next episode and the next visit. */
export function saveCaptionChoice(language: string | null, store: Store): void {
  store.set("captions", language ?? OFF);
}

/** Returns the language of the saved choice; null without one, or when captions were turned off. */
export function savedCaptionChoice(store: Store): string | null {
  const saved = store.get("captions");
  return saved === OFF ? null : saved;
}

/**
 * Returns the captions to begin with: the saved choice; without one, captions in the app's language where available,
 * because most people watch short drama with the sound off. Null is none.
 * @param offered the episode's caption languages
 */
export function chooseCaptions(offered: readonly string[], language: Language, store: Store): string | null {
  const saved = store.get("captions");
  if (saved === OFF) return null;
  if (saved && offered.includes(saved)) return saved;
  return offered.includes(language) ? language : null;
}

/**
 * Returns the captions of an episode that follows another one, or whose addresses are new: the saved choice, where the episode
 * before lacked it; else what is read stays where it is offered.
 * @param reading the language that is read; null is none
 */
export function followCaptions(
  reading: string | null,
  offered: readonly string[],
  language: Language,
  store: Store,
): string | null {
  const saved = savedCaptionChoice(store);
  const isBack = saved !== null && offered.includes(saved);
  const stays = reading !== null && offered.includes(reading) && !isBack;
  return stays ? reading : chooseCaptions(offered, language, store);
}

/**
 * Returns the captions that the button turns on: the last choice, else the app's language, else the first available.
 */
export function captionsToEnable(
  offered: readonly string[],
  last: string | null,
  language: Language,
): string | null {
  if (last && offered.includes(last)) return last;
  return offered.includes(language) ? language : (offered[0] ?? null);
}
