/** Lets a few of many run at a time. The others wait, in the order in which they came. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Opens slots for so many at a time. A work that fails frees its slot. */
export function openSlots(atOnce: number): Slots {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
