/** The time of the business. Rules read this clock and never `Date.now()` or SQL `now()`, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** The machine's time, which must agree with the database's. `now` may differ on purpose: in the demo and in tests. */
  machine(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), machine: () => new Date() };
