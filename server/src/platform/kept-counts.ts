import type { Clock } from "./clock.ts";

/** Up to here figures are counted anew for everybody who asks. */
const MAX_EXACT = 10_000;
const KEPT_MS = 10_000;

/** Figures that take long to count once they are about many. */
export interface Counted<T> {
  read: () => Promise<T>;
  /** How many they are about. */
  countOf: (value: T) => number;
}

/**
 * Returns what reads figures by their name. Those about more than ten thousand take long to count and change little: they are read
 * once for all who ask at the same time, and kept for ten seconds.
 */
export function openKeptCounts<T>(clock: Clock): (name: string, counted: Counted<T>) => Promise<T> {
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  return async (name, { read, countOf }) => {
    const now = clock.now().getTime();
    const known = kept.get(name);
    // The demo's clock can also be moved back.
    if (known && Math.abs(now - known.at) < KEPT_MS) return known.value;
    const reading = { at: now, value: read() };
    // What was many is many still: whoever asks meanwhile waits for this reading.
    if (known) kept.set(name, reading);
    try {
      const value = await reading.value;
      if (countOf(value) > MAX_EXACT) kept.set(name, reading);
      else kept.delete(name);
      return value;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  };
}
