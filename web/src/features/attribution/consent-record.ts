import type { Consent } from "@cliffhanger/contract";
import { consentVersion } from "@cliffhanger/contract/consent-version";
import type { Store } from "../../lib/storage.ts";

/** What the user allows, by purpose. */
export type Allowed = Pick<Consent, "ads" | "analytics">;

/** Nothing is allowed without an explicit choice. */
export const nothingAllowed: Allowed = { ads: false, analytics: false };

/**
 * Returns the choice stored in this browser; null without one, or when it was made about another version of the text.
 */
export function readChoice(store: Store): Allowed | null {
  try {
    return choiceIn(JSON.parse(store.get("consent") ?? "null"));
  } catch {
    // Not a stored choice: treated as if the user had not been asked.
    return null;
  }
}

/** Stores a choice in this browser. */
export function saveChoice(store: Store, { ads, analytics }: Allowed): void {
  store.set("consent", JSON.stringify({ ads, analytics, version: consentVersion }));
}

/**
 * Reads a choice from the server's answer or from storage; null when it is not a choice about this version of the
 * text.
 */
export function choiceIn(known: unknown): Allowed | null {
  if (typeof known !== "object" || known === null) return null;
  const { ads, analytics, version, at } = known as Partial<Consent>;
  // The server also answers for users who were never asked.
  if (at === null || version !== consentVersion || typeof ads !== "boolean" || typeof analytics !== "boolean")
    return null;
  return { ads, analytics };
}

/** Returns whether the browser refuses on behalf of its user (Global Privacy Control). */
export function refusesByBrowser(browser: object): boolean {
  return "globalPrivacyControl" in browser && browser.globalPrivacyControl === true;
}
