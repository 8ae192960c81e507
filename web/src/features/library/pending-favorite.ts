import type { Store } from "../../lib/storage.ts";

/** How long a guest's tap counts: who signs in later has forgotten it. */
const patience = 60 * 60_000;

/** A series that a guest wants on My List. */
export interface PendingFavorite {
  seriesId: string;
  /** As the guest saw it; empty where it was not kept. */
  title: string;
}

/** Keeps the series that a guest wants on My List, until they have signed in (R39). */
export function savePendingFavorite(store: Store, wished: PendingFavorite, now: number): void {
  store.set("wish", JSON.stringify({ ...wished, at: now }));
}

/** The series that was wished for within the last hour; null without one. It stays. */
export function peekPendingFavorite(store: Store, now: number): PendingFavorite | null {
  const text = store.get("wish");
  if (text === null) return null;
  try {
    const wish = JSON.parse(text) as { seriesId?: unknown; title?: unknown; at?: unknown } | null;
    const recent = typeof wish?.at === "number" && now - wish.at < patience;
    if (!recent || typeof wish.seriesId !== "string") return null;
    return { seriesId: wish.seriesId, title: typeof wish.title === "string" ? wish.title : "" };
  } catch {
    return null;
  }
}

/** The id of that series, once: then it is forgotten. */
export function takePendingFavorite(store: Store, now: number): string | null {
  const wished = peekPendingFavorite(store, now);
  store.remove("wish");
  return wished?.seriesId ?? null;
}
