/** Does something when all earlier items have done theirs. */
export type Turn = (work: () => Promise<void>) => Promise<void>;

/**
 * Works on items, some at once. `turn` does a part of the work in the order of the items. The first failure ends it: no further
 * item is begun.
 */
export async function inTurns<T>(
  atOnce: number,
  items: Iterable<T>,
  work: (item: T, turn: Turn) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let last: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  const one = async () => {
    for (;;) {
      const next = hasFailed ? null : waiting.next();
      if (!next || next.done) return;
      // Taken in the moment in which the item is taken, so that turns follow each other as items do.
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      const turn: Turn = async (own) => {
        await before;
        try {
          await own();
        } finally {
          resolve();
        }
      };
      try {
        await work(next.value, turn);
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        resolve();
      }
    }
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, one));
  for (const each of done) if (each.status === "rejected") throw each.reason;
}
