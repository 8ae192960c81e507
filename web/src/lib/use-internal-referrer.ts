import { useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Whether a page of ours led to this screen, so that there is one to go back to: by the app itself, or by a link that was
 * tapped before the app was there, which the browser then followed. An address that was entered or found elsewhere has none.
 */
export function useInternalReferrer(): boolean {
  const hydrated = useHydrated();
  const [came] = useState(() => hydrated || referredFromHere());
  return came;
}

function referredFromHere(): boolean {
  // The server draws for nobody in particular; a tab that was opened for this page has nothing behind it.
  if (typeof document === "undefined" || history.length < 2) return false;
  return document.referrer.startsWith(`${location.origin}/`);
}
