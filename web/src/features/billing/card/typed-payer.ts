import { storage } from "../../../lib/storage.ts";
import type { Payer } from "./payer-faults.ts";

/**
 * Keeps what the payer has typed in the entry of the browser's history, where a reload and Back from another site find it. It ends
 * with the entry: a paid page is replaced, and a new visit to the same address is another entry.
 */
export function keepTyped(payer: Payer): void {
  const state: unknown = history.state;
  try {
    history.replaceState(
      { ...(typeof state === "object" && state), typed: { of: storage.get("userId"), payer } },
      "",
    );
  } catch {
    // Browsers refuse too many changes in a short time; one of the next keys keeps it.
  }
}

/** Returns what this user typed here before the page was left; nothing of another user. */
export function readTyped(): Partial<Payer> {
  const state = history.state as { typed?: { of: string | null; payer: Payer } } | null;
  return state?.typed && state.typed.of === storage.get("userId") ? state.typed.payer : {};
}
