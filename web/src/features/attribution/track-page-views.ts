import { track } from "../../lib/track.ts";

/** Tracks a PageView for each page that is shown, including this one. */
export function trackPageViews(): void {
  let shownPath = "";
  const trackChange = () => {
    if (location.pathname === shownPath) return;
    shownPath = location.pathname;
    // In a later task the screen has set the document's title.
    setTimeout(track, 0, "PageView");
  };
  // The router dispatches the first two events for its own changes.
  for (const change of ["pushState", "replaceState", "popstate"])
    window.addEventListener(change, trackChange);
  trackChange();
}
