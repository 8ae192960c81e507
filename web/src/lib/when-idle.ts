const patience = 2500;

/** Does something once the browser has nothing better to do. */
export function whenIdle(work: () => unknown): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: patience });
  else setTimeout(work, patience);
}
