/**
 * Saves the query of the page, newest first, until a running app reads it (`takeLandingQuery` in landing.ts). The
 * query of a campaign link counts also for a visitor who leaves the page before the app runs. The app does not import
 * this file.
 */
export function saveLandingQuery(): void {
  try {
    sessionStorage["ARRIVED"] = `${location.search.slice(1)}&${sessionStorage["ARRIVED"] ?? ""}`;
  } catch {
    // Storage is blocked: the app reads the address alone.
  }
}
