const positions = new Map<string, number>();

/** Keeps how far the page is scrolled, before another screen takes its place. */
export function keepScroll(path: string): void {
  positions.set(path, window.scrollY);
}

/** Goes back to where the screen was left: the browser tries too early, when the old screen still stands. */
export function restoreScroll(path: string): void {
  window.scrollTo(0, positions.get(path) ?? 0);
}
