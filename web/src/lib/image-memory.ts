const capacity = 200;
const retries = 3;
const throttle = 200;

/** What the lazy images share (R102): the last 200 that loaded, and three retries for one that fails. */
export interface ImageMemory {
  loaded(url: string): boolean;
  remember(url: string): void;
  /**
   * Plans another attempt at a picture that failed `failures` times: attempts of all pictures together begin
   * at least 200 ms apart. Answers how to call it off, or null when its three are used up.
   */
  retry(failures: number, attempt: () => void): (() => void) | null;
}

/** Builds the memory; `now` and `schedule` are the clock's, tests bring their own. */
export function createImageMemory(
  now: () => number = Date.now,
  schedule: (run: () => void, after: number) => () => void = (run, after) => {
    const timer = setTimeout(run, after);
    return () => clearTimeout(timer);
  },
): ImageMemory {
  const known = new Map<string, true>();
  let free = 0;
  return {
    loaded: (url) => known.has(url),
    remember(url) {
      known.delete(url);
      known.set(url, true);
      const oldest = known.keys().next();
      if (known.size > capacity && !oldest.done) known.delete(oldest.value);
    },
    retry(failures, attempt) {
      if (failures > retries) return null;
      const at = Math.max(now() + throttle * failures, free);
      free = at + throttle;
      return schedule(attempt, at - now());
    },
  };
}

/** The page's memory of pictures. */
export const imageMemory: ImageMemory = createImageMemory();
