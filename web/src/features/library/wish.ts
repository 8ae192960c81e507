import type { Store } from "../../lib/storage.ts";

/** How long a guest's tap counts: who signs in later has forgotten it. */
const patience = 60 * 60_000;

/** Keeps the series that a guest wants on My List, until they have signed in (R39). */
export function keepWish(store: Store, seriesId: string, now: number): void {
  store.set("wish", JSON.stringify({ seriesId, at: now }));
}

/** The series that was wished for within the last hour, once; null without one. */
export function takeWish(store: Store, now: number): string | null {
  const text = store.get("wish");
  if (text === null) return null;
  store.remove("wish");
  try {
    const wish = JSON.parse(text) as { seriesId?: unknown; at?: unknown } | null;
    const recent = typeof wish?.at === "number" && now - wish.at < patience;
    return recent && typeof wish.seriesId === "string" ? wish.seriesId : null;
  } catch {
    return null;
  }
}
