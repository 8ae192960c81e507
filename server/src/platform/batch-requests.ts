import { isDatabaseUnavailable, isTimeout } from "./db/errors.ts";

/** The limits of a batch. */
export interface BatchLimits<I> {
  /** The largest batch, in the unit of `weightOf`; a single heavier call runs alone. */
  maxWeight: number;
  /** Concurrent runs; calls made meanwhile wait and run together. */
  parallel: number;
  weightOf?: (item: I) => number;
}

type Waiting<I, O> = { item: I; resolve: (result: O) => void; reject: (error: unknown) => void };

/**
 * Combines concurrent calls into one run. A single call runs at once; calls made while others are running join the next
 * run, so that the cost per call falls as the load rises. `run` returns results in the order of its items and does all
 * of them or none. When it fails, each call is retried separately, so that no call makes another fail.
 */
export function batchRequests<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { maxWeight, parallel, weightOf = () => 1 }: BatchLimits<I>,
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = 0;

  function next(): Waiting<I, O>[] {
    let count = 0;
    let weight = 0;
    for (const { item } of waiting) {
      weight += weightOf(item);
      if (count > 0 && weight > maxWeight) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  async function settle(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as O);
    } catch (error) {
      // A timeout may be caused by one call or by their number.
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
