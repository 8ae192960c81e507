import type { VisitStore } from "../../lib/visit-storage.ts";

const id = /^[A-Za-z0-9_-]{1,32}$/;

/** An order that an address names, and the key that stands for a session where a mail's link brought one (R38). */
export interface NamedOrder {
  orderId: string;
  orderKey: string | null;
}

/** Reads which order an address is about; its key is taken from there, or from this tab's visit. Null where it names none. */
export function readOrder(search: string, store: VisitStore): NamedOrder | null {
  const query = new URLSearchParams(search);
  const orderId = query.get("order") ?? "";
  if (!id.test(orderId)) return null;
  const brought = query.get("key")?.slice(0, 100) || null;
  if (brought) store.set(placeOf(orderId), brought);
  return { orderId, orderKey: brought ?? store.get(placeOf(orderId)) };
}

/** The query without the key: it is nobody's to read in a history, a screenshot or a link. */
export function withoutKey(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("key");
  const text = query.toString();
  return text && `?${text}`;
}

/** The address of an order's page; it carries the key only where a full load would lose it, because storage is blocked. */
export function orderAddress(page: "easy" | "result", named: NamedOrder, store: VisitStore): string {
  const { orderId, orderKey } = named;
  const kept = orderKey === null || store.set(placeOf(orderId), orderKey);
  const query = new URLSearchParams({ order: orderId, ...(kept ? {} : { key: orderKey }) });
  return `/order/${page}?${query}`;
}

function placeOf(orderId: string): string {
  return `ORDER_KEY ${orderId}`;
}
