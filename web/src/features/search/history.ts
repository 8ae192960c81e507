import type { Store } from "../../lib/storage.ts";

/** The limits of the searches stored on this device. */
const MAX_SEARCHES = 10;
const MAX_LENGTH = 100;

/** Returns the searches of this device, newest first. Storage may have been edited, so any value is accepted. */
export function readSearches(store: Store): string[] {
  const stored = parse(store.get("searches"));
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, MAX_SEARCHES) : [];
}

/** Adds a search; a known one moves to the front. */
export function addSearch(store: Store, keyword: string): string[] {
  const shown = keyword.trim().slice(0, MAX_LENGTH);
  if (shown === "") return readSearches(store);
  const others = readSearches(store).filter((one) => one.toLowerCase() !== shown.toLowerCase());
  return write(store, [shown, ...others].slice(0, MAX_SEARCHES));
}

/** Removes one search. */
export function removeSearch(store: Store, keyword: string): string[] {
  return write(
    store,
    readSearches(store).filter((one) => one !== keyword),
  );
}

/** Removes all searches. */
export function clearSearches(store: Store): string[] {
  store.remove("searches");
  return [];
}

function write(store: Store, list: string[]): string[] {
  if (list.length === 0) return clearSearches(store);
  store.set("searches", JSON.stringify(list));
  return list;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
