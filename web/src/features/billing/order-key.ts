import type { VisitStore } from "../../lib/visit-storage.ts";

const orderIdPattern = /^[A-Za-z0-9_-]{1,32}$/;

/** The order that an address names, and the key that replaces a session where an email link carried one (R38). */
export interface NamedOrder {
  orderId: string;
  orderKey: string | null;
}

/** What the key of an address allows: each is kept apart in this tab's storage. */
type KeyUse = "ORDER_KEY" | "WITHDRAWAL_KEY";

/** Reads the order of an address; its key comes from the address, or from this tab's storage. Null without an order. */
export function readOrder(search: string, store: VisitStore, use: KeyUse = "ORDER_KEY"): NamedOrder | null {
  const query = new URLSearchParams(search);
  const orderId = query.get("order") ?? "";
  if (!orderIdPattern.test(orderId)) return null;
  const keyInAddress = query.get("key")?.slice(0, 100) || null;
  if (keyInAddress) store.set(storageKeyOf(orderId, use), keyInAddress);
  return { orderId, orderKey: keyInAddress ?? store.get(storageKeyOf(orderId, use)) };
}

/** Returns the query without the key, which must not reach a history, a screenshot or a shared link. */
export function withoutKey(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("key");
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * Returns the address of an order's page; it contains the key only where a full load would lose it, because storage
 * is blocked.
 */
export function orderAddress(page: "easy" | "result", named: NamedOrder, store: VisitStore): string {
  const { orderId, orderKey } = named;
  const stored = orderKey === null || store.set(storageKeyOf(orderId), orderKey);
  const query = new URLSearchParams({ order: orderId, ...(stored ? {} : { key: orderKey }) });
  return `/order/${page}?${query}`;
}

function storageKeyOf(orderId: string, use: KeyUse = "ORDER_KEY"): string {
  return `${use} ${orderId}`;
}
