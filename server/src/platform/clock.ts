/** The time of the business. Rules read this clock and never `Date.now()` or SQL `now()`, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
