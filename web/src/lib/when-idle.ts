const TIMEOUT_MS = 2500;

/** Runs work once the browser is idle, at the latest after the timeout. */
export function whenIdle(work: () => unknown): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: TIMEOUT_MS });
  else setTimeout(work, TIMEOUT_MS);
}
