import type { VisitStore } from "../../lib/visit-storage.ts";
import type { Orderable, Terms } from "./place-order.ts";
import { type Selection, shoppingAddress } from "./selection.ts";

const place = "ORDER_PENDING";
/** As long as a way through another site may take. */
const patience = 15 * 60_000;

/** A tap on the pay button that waits for an account: it goes on by itself when there is one. */
export interface Pending {
  selection: Orderable;
  terms: Terms;
}

/** Keeps the tap for a way that leaves the page, such as by Facebook. */
export function keepPending(store: VisitStore, pending: Pending, now = Date.now()): void {
  store.set(place, JSON.stringify({ ...pending, at: now }));
}

/** The tap that was kept, on the page of the same episode or plans; null where none was, or it is old. */
export function readPending(store: VisitStore, here: Selection, now = Date.now()): Pending | null {
  const text = store.get(place);
  if (text === null) return null;
  try {
    const { selection, terms, at } = JSON.parse(text) as Pending & { at: number };
    return contextOf(selection) === contextOf(here) && now - at < patience ? { selection, terms } : null;
  } catch {
    // Not ours.
    return null;
  }
}

/** The tap went on, or was taken back. */
export function forgetPending(store: VisitStore): void {
  store.remove(place);
}

function contextOf({ seriesId, episodeId }: Selection): string {
  return shoppingAddress({ seriesId, episodeId, choice: null, method: null });
}
