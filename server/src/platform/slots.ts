/** Runs work when it may: at once, in its turn, or not at all. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many run at a time; the others wait, in the order in which they came. A work that fails frees its slot. */
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

/** Lets so many in at a time, and refuses the others with an error at once. */
export function openAdmission(most: number, refusal: () => Error): Slots {
  let inside = 0;
  return async (work) => {
    if (inside >= most) throw refusal();
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  };
}
