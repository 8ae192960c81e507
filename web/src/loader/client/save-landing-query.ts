import type { ArrivedKey } from "@cliffhanger/contract/page-state";

const arrivedKey: ArrivedKey = "ARRIVED";

/**
 * Saves the query that a page was opened with, newest first, until the app reads it (`arrivedWith` in lib/landing.ts): the
 * parameters of a campaign also hold for visitors who follow a link before the app runs.
 */
export function saveLandingQuery(): void {
  try {
    sessionStorage[arrivedKey] = `${location.search.slice(1)}&${sessionStorage[arrivedKey] ?? ""}`;
  } catch {
    // Storage is refused: the app has the address alone.
  }
}
