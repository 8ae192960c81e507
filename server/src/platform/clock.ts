/** The time of the business. Rules ask this clock and never `Date.now()` or SQL `now()`, so that a test can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Moves on by so many seconds. */
  advance(seconds: number): void;
}

/** A clock for tests, starting at `start`. */
export function manualClock(start: Date): ManualClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at += seconds * 1000;
    },
  };
}
