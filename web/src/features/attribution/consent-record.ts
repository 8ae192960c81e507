import type { Consent } from "@cliffhanger/contract";
import { consentVersion } from "@cliffhanger/contract/consent-version";
import type { Store } from "../../lib/storage.ts";

/** What somebody allows; each purpose by itself. */
export type Allowed = Pick<Consent, "ads" | "analytics">;

/** Nothing is allowed until somebody says so. */
export const nothing: Allowed = { ads: false, analytics: false };

/** The choice that this browser keeps; null where none was made, or other words were read. */
export function readChoice(store: Store): Allowed | null {
  try {
    return choiceIn(JSON.parse(store.get("consent") ?? "null"));
  } catch {
    // Not ours: as if nobody had been asked.
    return null;
  }
}

/** Keeps a choice in this browser. */
export function keepChoice(store: Store, { ads, analytics }: Allowed): void {
  store.set("consent", JSON.stringify({ ads, analytics, version: consentVersion }));
}

/** The choice in what the server, or this browser, knows; null where it is no choice about these words. */
export function choiceIn(known: unknown): Allowed | null {
  if (typeof known !== "object" || known === null) return null;
  const { ads, analytics, version, at } = known as Partial<Consent>;
  // The server knows of everybody, also of those who were never asked.
  if (at === null || version !== consentVersion || typeof ads !== "boolean" || typeof analytics !== "boolean")
    return null;
  return { ads, analytics };
}

/** Whether the browser itself says no for its person (Global Privacy Control). */
export function refusesByBrowser(browser: object): boolean {
  return "globalPrivacyControl" in browser && browser.globalPrivacyControl === true;
}
