import type { VisitStore } from "../../lib/visit-storage.ts";

const place = "ORDER_TOKEN";

/**
 * The token of an order-to-be. It is made once for each choice and kept for the visit, so that a second tap, a reload and a
 * step back all mean the same order.
 */
export function clientTokenFor(store: VisitStore, key: string): string {
  const kept = read(store);
  return kept?.key === key ? kept.token : renewClientToken(store, key);
}

/** Another token for the same choice: the order that the last one stands for is over. */
export function renewClientToken(store: VisitStore, key: string): string {
  const token = makeToken();
  store.set(place, JSON.stringify({ key, token }));
  return token;
}

/** What was bought is bought: the next order is a new one. */
export function forgetClientToken(store: VisitStore): void {
  store.remove(place);
}

function read(store: VisitStore): { key: string; token: string } | null {
  try {
    const kept: unknown = JSON.parse(store.get(place) ?? "null");
    if (typeof kept !== "object" || kept === null || !("key" in kept) || !("token" in kept)) return null;
    return typeof kept.key === "string" && typeof kept.token === "string"
      ? { key: kept.key, token: kept.token }
      : null;
  } catch {
    // Not ours: made anew.
    return null;
  }
}

// `randomUUID` is missing on plain http, where somebody tries the site in their own network.
function makeToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
