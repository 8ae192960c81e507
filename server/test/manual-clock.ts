import type { Clock } from "#platform/clock";

/** A clock that moves only when a test advances it, on a machine whose own clock is right. */
export interface ManualClock extends Clock {
  /** Advances the clock by this many seconds. */
  advance(seconds: number): void;
}

/** Creates a clock for tests that starts at `start`. */
export function manualClock(start: Date): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    machine: () => new Date(),
    advance: (seconds) => {
      at += seconds * 1000;
    },
  };
}
