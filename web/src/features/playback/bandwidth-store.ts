import { measuredBandwidth } from "../../lib/bandwidth.ts";

// Measured by the last episode; the next one starts with it.
let bandwidth: number | null = null;
let quality: number | null = null;

/** The bandwidth and quality measured by this visit's videos; before the first one, the page's own measurement. */
export const bandwidthStore = {
  /** Returns the bandwidth in bit/s; null while unknown. */
  bandwidth: (): number | null => bandwidth ?? measuredBandwidth(),
  /** Returns the quality that played last, as the short edge of the picture. */
  quality: (): number | null => quality,
  recordBandwidth(bits: number | null): void {
    bandwidth = bits || bandwidth;
  },
  recordQuality(edge: number | null): void {
    quality = edge ?? quality;
  },
};
