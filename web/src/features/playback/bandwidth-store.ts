import { measuredBandwidth } from "../../lib/bandwidth.ts";

// What the last episode taught about the line; the next one starts with it.
let bandwidth: number | null = null;
let quality: number | null = null;

/** What the films of this visit taught; before the first of them, what the page itself did. */
export const lineMemory = {
  /** In bit/s; null while nothing is known. */
  bandwidth: (): number | null => bandwidth ?? measuredBandwidth(),
  /** The quality that played last, as the short edge of the picture. */
  quality: (): number | null => quality,
  noteBandwidth(bits: number | null): void {
    bandwidth = bits || bandwidth;
  },
  noteQuality(edge: number | null): void {
    quality = edge ?? quality;
  },
};
