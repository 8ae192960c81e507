import type { Store } from "../../lib/storage.ts";

/** How long a guest's tap stays valid: after a later sign-in it would come unexpectedly. */
const LIFETIME_MS = 60 * 60_000;

/** A series that a guest added to My List before signing in. */
export interface PendingFavorite {
  seriesId: string;
  /** As the guest saw it; empty when it was not saved. */
  title: string;
}

/** Saves the series that a guest adds to My List until they have signed in (R39). */
export function savePendingFavorite(store: Store, favorite: PendingFavorite, now: number): void {
  store.set("wish", JSON.stringify({ ...favorite, at: now }));
}

/** Returns the pending series of the last hour, without removing it; null without one. */
export function readPendingFavorite(store: Store, now: number): PendingFavorite | null {
  const text = store.get("wish");
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as { seriesId?: unknown; title?: unknown; at?: unknown } | null;
    const isRecent = typeof stored?.at === "number" && now - stored.at < LIFETIME_MS;
    if (!isRecent || typeof stored.seriesId !== "string") return null;
    return { seriesId: stored.seriesId, title: typeof stored.title === "string" ? stored.title : "" };
  } catch {
    return null;
  }
}

/** Returns the id of the pending series and removes it. */
export function takePendingFavorite(store: Store, now: number): string | null {
  const favorite = readPendingFavorite(store, now);
  store.remove("wish");
  return favorite?.seriesId ?? null;
}
