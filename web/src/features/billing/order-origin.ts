import type { Order } from "@cliffhanger/contract";
import type { VisitStore } from "../../lib/visit-storage.ts";
import { type Selection, selectionOf } from "./selection.ts";

const STORAGE_KEY = "ORDER_ORIGIN";

/** The checkout document that an order was opened on. */
export interface CheckoutDocument {
  address: string;
  /** The episode where its customer goes on once it is paid; null for a membership bought from none. */
  goOn: string | null;
}

/**
 * Stores the episode that an order was opened from: a membership is about no series, yet its buyer was watching one.
 */
export function saveOrigin(
  store: VisitStore,
  orderId: string,
  { seriesId, episodeId }: Selection,
  document?: CheckoutDocument,
): void {
  store.set(STORAGE_KEY, JSON.stringify({ orderId, seriesId, episodeId, document }));
}

/** Returns the checkout document that an order was opened on in this visit; null if it was opened elsewhere. */
export function documentOf(store: VisitStore, { id }: Pick<Order, "id">): CheckoutDocument | null {
  const stored = read(store);
  return stored?.orderId === id ? (stored.document ?? null) : null;
}

/** Returns the selection of an order, with the series that its buyer came from. */
export function originOf(store: VisitStore, order: Order): Selection {
  const selection = selectionOf(order);
  if (selection.seriesId) return selection;
  const stored = read(store);
  if (stored?.orderId !== order.id) return selection;
  return { ...selection, seriesId: stored.seriesId, episodeId: stored.episodeId };
}

type Stored = Pick<Selection, "seriesId" | "episodeId"> & { orderId: string; document?: CheckoutDocument };

function read(store: VisitStore): Stored | null {
  try {
    return JSON.parse(store.get(STORAGE_KEY) ?? "null") as Stored | null;
  } catch {
    // Not a stored origin.
    return null;
  }
}
