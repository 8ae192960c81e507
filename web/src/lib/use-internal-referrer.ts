import { useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Returns whether another page of this site led to this screen, so that there is a page to go back to. It was opened
 * by the app, or by a link that the browser followed before the app ran.
 */
export function useInternalReferrer(): boolean {
  const hydrated = useHydrated();
  const [isInternal] = useState(() => hydrated || hasInternalReferrer());
  return isInternal;
}

function hasInternalReferrer(): boolean {
  // The server renders without a history; a tab that was opened for this page has no page behind it.
  if (typeof document === "undefined" || history.length < 2) return false;
  return document.referrer.startsWith(`${location.origin}/`);
}
