/** Where the results for a keyword stand (R24). */
export function addressOfResults(keyword: string): string {
  return `/searchDetail/${encodeURIComponent(keyword.toWellFormed())}`;
}
