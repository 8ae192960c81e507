// Smaller files arrive at once and do not show the bandwidth.
const MIN_FILE_BYTES = 8000;
// Fewer bytes in total are too little to measure.
const MIN_TOTAL_BYTES = 30_000;
// Older transfers may have used another network.
const MAX_AGE_MS = 60_000;

/** A file that the page fetched, as Resource Timing (W3C) reports it. Times in ms. */
export type Fetched = Pick<PerformanceResourceTiming, "transferSize" | "responseStart" | "responseEnd">;

/**
 * Returns the bandwidth in bit/s, measured by recent transfers of any kind: images, code, API answers. Null while too
 * little was transferred. Works in every browser, before the first segment of a video is requested.
 */
export function bandwidthOf(files: readonly Fetched[], now: number): number | null {
  const measurable = files
    .filter((file) => file.transferSize >= MIN_FILE_BYTES && file.responseEnd > now - MAX_AGE_MS)
    .toSorted((one, other) => one.responseStart - other.responseStart);
  let bytes = 0;
  let busyMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { transferSize, responseStart, responseEnd } of measurable) {
    bytes += transferSize;
    // Parallel transfers share the bandwidth, so overlapping time counts once.
    busyMs += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return bytes < MIN_TOTAL_BYTES ? null : (bytes * 8000) / Math.max(busyMs, 1);
}

/** Returns the bandwidth of this page; before it can be measured, the browser's own estimate. */
export function measuredBandwidth(): number | null {
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return bandwidthOf(files, performance.now()) ?? browserEstimate();
}

// Network Information API: in Mbit/s, from recent transfers of all pages. Some browsers lack it.
function browserEstimate(): number | null {
  const { connection } = navigator as { connection?: { downlink?: number } };
  return connection?.downlink ? connection.downlink * 1_000_000 : null;
}
