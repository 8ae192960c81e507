import type { Store } from "../../lib/storage.ts";

/** Searches remembered on this device. */
const MOST = 10;
const LONGEST = 100;

/** What was searched for here, the newest first. Stored by others or by hand, it may be anything. */
export function readSearches(store: Store): string[] {
  const kept = parse(store.get("searches"));
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST) : [];
}

/** Remembers a search; one that was there already moves to the front. */
export function addSearch(store: Store, keyword: string): string[] {
  const shown = keyword.trim().slice(0, LONGEST);
  if (shown === "") return readSearches(store);
  const others = readSearches(store).filter((one) => one.toLowerCase() !== shown.toLowerCase());
  return write(store, [shown, ...others].slice(0, MOST));
}

/** Forgets one search. */
export function removeSearch(store: Store, keyword: string): string[] {
  return write(
    store,
    readSearches(store).filter((one) => one !== keyword),
  );
}

/** Forgets all searches. */
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
