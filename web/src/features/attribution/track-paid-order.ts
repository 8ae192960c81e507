import type { Order } from "@cliffhanger/contract";
import { inMajorUnits } from "../../lib/major-units.ts";
import type { Store } from "../../lib/storage.ts";
import { track } from "../../lib/track.ts";
import { PAID_ORDER, type VisitStore } from "../../lib/visit-storage.ts";

const STORED_ORDERS_LIMIT = 20;
const DEDUPLICATION_MS = 2 * 86_400_000;

/** Tracks once per browser that an order is paid: the page that shows it may be loaded again. */
export function trackPaidOrder(order: Order, store: Store): void {
  const { id, kind, state, eventId, paidAt, planId, seriesId, episodeId, title, total } = order;
  // Vendors deduplicate our copy and the server's for two days; opening a later receipt is not a purchase.
  if (state !== "paid" || !paidAt || Date.now() - Date.parse(paidAt) > DEDUPLICATION_MS) return;
  // What a campaign brought was counted with the first payment; the other renewals, which no page shows, are not told either.
  if (kind === "renewal") return;
  const tracked = (store.get("trackedOrders") ?? "").split(" ").filter(Boolean);
  if (tracked.includes(id)) return;
  store.set("trackedOrders", [...tracked.slice(1 - STORED_ORDERS_LIMIT), id].join(" "));
  const value = inMajorUnits(total);
  const params = {
    value,
    currency: total.currency,
    orderId: id,
    title,
    ...(planId ? { planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
  };
  const sharedEventId = eventId ?? undefined;
  track("Purchase", params, sharedEventId);
  if (kind === "unlock") track("unlock_episode", params, sharedEventId);
  if (kind === "subscribe") track("Subscribe", { ...params, predicted_ltv: value }, sharedEventId);
}

/** Keeps a paid order for the next page to track, where this one has no pixels. */
export function keepPaidOrder(order: Order, visit: VisitStore): void {
  visit.set(PAID_ORDER, JSON.stringify(order));
}

/** Tracks the order that {@link keepPaidOrder} kept, if there is one. */
export function trackKeptOrder(visit: VisitStore, store: Store): void {
  const text = visit.get(PAID_ORDER);
  if (text === null) return;
  visit.remove(PAID_ORDER);
  trackPaidOrder(JSON.parse(text) as Order, store);
}
