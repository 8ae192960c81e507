import type { Order } from "@cliffhanger/contract";
import type { VisitStore } from "../../lib/visit-storage.ts";
import { type Selection, selectionOf } from "./selection.ts";

const STORAGE_KEY = "ORDER_ORIGIN";

/**
 * Stores the episode that an order was opened from: a membership is about no series, yet its buyer was watching one.
 */
export function saveOrigin(store: VisitStore, orderId: string, { seriesId, episodeId }: Selection): void {
  store.set(STORAGE_KEY, JSON.stringify({ orderId, seriesId, episodeId }));
}

/** Returns the selection of an order, with the series that its buyer came from. */
export function originOf(store: VisitStore, order: Order): Selection {
  const selection = selectionOf(order);
  if (selection.seriesId) return selection;
  try {
    const stored = JSON.parse(store.get(STORAGE_KEY) ?? "null") as (Selection & { orderId: string }) | null;
    if (stored?.orderId !== order.id) return selection;
    return { ...selection, seriesId: stored.seriesId, episodeId: stored.episodeId };
  } catch {
    // Not a stored origin.
    return selection;
  }
}
