import type { VisitStore } from "../../lib/visit-storage.ts";

const STORAGE_KEY = "ORDER_TOKEN";

/**
 * Returns the idempotency token of the next order. It is created once for each choice and stored for the visit, so
 * that a second tap, a reload and a step back mean the same order.
 */
export function clientTokenFor(store: VisitStore, key: string): string {
  const stored = read(store);
  return stored?.key === key ? stored.token : renewClientToken(store, key);
}

/** Creates another token for the same choice, when the order of the last one is closed. */
export function renewClientToken(store: VisitStore, key: string): string {
  const token = createToken();
  store.set(STORAGE_KEY, JSON.stringify({ key, token }));
  return token;
}

/** Removes the token after a purchase, so that the next order is a new one. */
export function forgetClientToken(store: VisitStore): void {
  store.remove(STORAGE_KEY);
}

function read(store: VisitStore): { key: string; token: string } | null {
  try {
    const stored: unknown = JSON.parse(store.get(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null || !("key" in stored) || !("token" in stored))
      return null;
    return typeof stored.key === "string" && typeof stored.token === "string"
      ? { key: stored.key, token: stored.token }
      : null;
  } catch {
    // Not a stored token: a new one is created.
    return null;
  }
}

// `randomUUID` is missing on plain http, such as a trial installation in a local network.
function createToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
