import { track } from "../../lib/track.ts";

/** Says of every page that comes into view that it does, this one included. */
export function followPages(): void {
  let shown = "";
  const look = () => {
    if (location.pathname === shown) return;
    shown = location.pathname;
    // A moment later the screen has given the document its title.
    setTimeout(track, 0, "PageView");
  };
  // The router lets the window know of its own changes by the first two.
  for (const change of ["pushState", "replaceState", "popstate"]) window.addEventListener(change, look);
  look();
}
