/** Returns the address of the results for a keyword (R24). */
export function addressOfResults(keyword: string): string {
  return `/searchDetail/${encodeURIComponent(keyword.toWellFormed())}`;
}
