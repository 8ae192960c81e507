import type { Order } from "@cliffhanger/contract";
import type { VisitStore } from "../../lib/visit-storage.ts";
import { type Selection, selectionOf } from "./selection.ts";

const place = "ORDER_ORIGIN";

/** Keeps which episode an order was opened from: a membership is about no series, yet its buyer was in the middle of one. */
export function keepOrigin(store: VisitStore, orderId: string, { seriesId, episodeId }: Selection): void {
  store.set(place, JSON.stringify({ orderId, seriesId, episodeId }));
}

/** The selection that an order was made from, with the series that its buyer came from. */
export function originOf(store: VisitStore, order: Order): Selection {
  const selection = selectionOf(order);
  if (selection.seriesId) return selection;
  try {
    const kept = JSON.parse(store.get(place) ?? "null") as (Selection & { orderId: string }) | null;
    if (kept?.orderId !== order.id) return selection;
    return { ...selection, seriesId: kept.seriesId, episodeId: kept.episodeId };
  } catch {
    // Not ours.
    return selection;
  }
}
