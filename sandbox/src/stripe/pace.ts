/** Requests per second that Stripe answers in live mode. */
const MOST_PER_SECOND = 100;

/** How many requests are answered in a second of real time. */
export interface Pace {
  /** Null: any number, for programs that let months pass in a second. */
  most: number | null;
  /** Returns whether one more request fits into the last second. */
  allows(): boolean;
}

/** Creates the pace of the API, with Stripe's own limit. */
export function openPace(now: () => number = () => performance.now()): Pace {
  const recent: number[] = [];
  return {
    most: MOST_PER_SECOND,
    allows() {
      const at = now();
      while ((recent[0] ?? at) <= at - 1000) recent.shift();
      if (this.most !== null && recent.length >= this.most) return false;
      recent.push(at);
      return true;
    },
  };
}
