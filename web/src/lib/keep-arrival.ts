/**
 * Keeps the query that a page was opened with, newest first, until an app that runs reads it (`arrivedWith` in landing.ts):
 * what a campaign's address says holds for whoever taps on before the app is there, too. It shares no file with the app.
 */
export function keepArrival(): void {
  try {
    sessionStorage["ARRIVED"] = `${location.search.slice(1)}&${sessionStorage["ARRIVED"] ?? ""}`;
  } catch {
    // Storage is refused: the app has the address alone.
  }
}
