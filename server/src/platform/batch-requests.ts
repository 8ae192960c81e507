import { isDatabaseUnavailable, isTimeout } from "./db/errors.ts";

/** How calls are gathered. */
export interface BatchLimits<I> {
  /** What one run takes at most, in the unit of `weightOf`; a single call that is heavier runs by itself. */
  most: number;
  /** Runs at a time: what comes in meanwhile waits and goes together. */
  parallel: number;
  weightOf?: (item: I) => number;
}

type Waiting<I, O> = { item: I; resolve: (result: O) => void; reject: (error: unknown) => void };

/**
 * Makes one run of many calls that come at the same time: a single one runs at once, those that come while others are
 * under way go together with the next run, so that the busier it gets, the less each costs. `run` answers in the order
 * of its items and all or nothing is done. When it fails, each is tried by itself, so that no call spoils another's.
 */
export function batchRequests<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { most, parallel, weightOf = () => 1 }: BatchLimits<I>,
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = 0;

  function next(): Waiting<I, O>[] {
    let count = 0;
    let weight = 0;
    for (const { item } of waiting) {
      weight += weightOf(item);
      if (count > 0 && weight > most) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  async function settle(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as O);
    } catch (error) {
      // A timeout may be the fault of one call, or of their number.
      if (isDatabaseUnavailable(error) && !isTimeout(error)) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map(settleAlone));
    }
  }

  async function settleAlone({ item, resolve, reject }: Waiting<I, O>): Promise<void> {
    try {
      const [result] = await run([item]);
      resolve(result as O);
    } catch (error) {
      reject(error);
    }
  }

  async function start(): Promise<void> {
    running++;
    while (waiting.length > 0) await settle(next());
    running--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < parallel) void start();
    });
}
