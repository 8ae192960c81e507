// Files smaller than this come in one go and say nothing of the line.
const tell = 8000;
// Fewer bytes than this in all are no measure either.
const enough = 30_000;
// What came longer ago may have come by another line.
const recent = 60_000;

/** A file that the page fetched, as the browser noted it (W3C Resource Timing). Times in ms. */
export type Fetched = Pick<PerformanceResourceTiming, "transferSize" | "responseStart" | "responseEnd">;

/**
 * How fast the line is, in bit/s, by the files that came down it lately: pictures, code, answers. Null while too little
 * came to tell. Known before the first film is asked for, in every browser.
 */
export function bandwidthOf(files: readonly Fetched[], now: number): number | null {
  const telling = files
    .filter((file) => file.transferSize >= tell && file.responseEnd > now - recent)
    .toSorted((one, other) => one.responseStart - other.responseStart);
  let bytes = 0;
  let busy = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { transferSize, responseStart, responseEnd } of telling) {
    bytes += transferSize;
    // Files that came side by side shared the line.
    busy += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return bytes < enough ? null : (bytes * 8000) / Math.max(busy, 1);
}

/** The same of this page, now; where it cannot tell yet, what the browser says of its network. */
export function measuredBandwidth(): number | null {
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return bandwidthOf(files, performance.now()) ?? saidLine();
}

// Network Information: in Mbit/s, by what came down lately for any page. Not in every browser.
function saidLine(): number | null {
  const { connection } = navigator as { connection?: { downlink?: number } };
  return connection?.downlink ? connection.downlink * 1_000_000 : null;
}
