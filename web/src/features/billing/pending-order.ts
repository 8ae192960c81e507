import type { VisitStore } from "../../lib/visit-storage.ts";
import type { Orderable, Terms } from "./place-order.ts";
import { type Selection, shoppingAddress } from "./selection.ts";

const STORAGE_KEY = "ORDER_PENDING";
/** Enough for a sign-in through another site. */
const LIFETIME_MS = 15 * 60_000;

/** An order submitted without an account: it is opened once there is one. */
export interface Pending {
  selection: Orderable;
  terms: Terms;
  /** Whether the buyer agreed to the terms of a new account too: a guest does, with the same box. */
  hasAgreed?: boolean;
}

/** Saves the order before a sign-in that leaves the page, such as Facebook's. */
export function savePending(store: VisitStore, pending: Pending, now = Date.now()): void {
  store.set(STORAGE_KEY, JSON.stringify({ ...pending, at: now }));
}

/** Reads the saved order on the page of the same episode or plans; null without one, or when it has expired. */
export function readPending(store: VisitStore, here: Selection, now = Date.now()): Pending | null {
  const text = store.get(STORAGE_KEY);
  if (text === null) return null;
  try {
    const { at, ...pending } = JSON.parse(text) as Pending & { at: number };
    return contextOf(pending.selection) === contextOf(here) && now - at < LIFETIME_MS ? pending : null;
  } catch {
    // Not a saved order.
    return null;
  }
}

/** Removes the order, once it was opened or cancelled. */
export function forgetPending(store: VisitStore): void {
  store.remove(STORAGE_KEY);
}

function contextOf({ seriesId, episodeId }: Selection): string {
  return shoppingAddress({ seriesId, episodeId, choice: null, method: null });
}
