/** How far the server's clock is ahead of the browser's, which may be wrong; the demo's may also have been moved. */
let aheadMs = 0;

/** Notes what the server's clock shows now. */
export function noteServerTime(iso: string): void {
  aheadMs = Date.parse(iso) - Date.now();
}

/** Returns what the server's clock shows now, in milliseconds: what it tells of times is compared with this alone. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
