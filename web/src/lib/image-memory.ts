const CAPACITY = 200;
const MAX_RETRIES = 3;
const RETRY_GAP_MS = 200;

/** What lazy images share (R102): the last 200 loaded URLs, and three retries for each image that fails. */
export interface ImageMemory {
  loaded(url: string): boolean;
  remember(url: string): void;
  /**
   * Schedules another attempt at an image that failed `failures` times. Attempts of all images start at least 200 ms
   * apart. Returns a function that cancels it, or null after the third retry.
   */
  retry(failures: number, attempt: () => void): (() => void) | null;
}

/** Creates the memory; `now` and `schedule` are the clock, tests pass their own. */
export function createImageMemory(
  now: () => number = Date.now,
  schedule: (run: () => void, afterMs: number) => () => void = (run, afterMs) => {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  },
): ImageMemory {
  const loadedUrls = new Map<string, true>();
  let nextStart = 0;
  return {
    loaded: (url) => loadedUrls.has(url),
    remember(url) {
      loadedUrls.delete(url);
      loadedUrls.set(url, true);
      const oldest = loadedUrls.keys().next();
      if (loadedUrls.size > CAPACITY && !oldest.done) loadedUrls.delete(oldest.value);
    },
    retry(failures, attempt) {
      if (failures > MAX_RETRIES) return null;
      const at = Math.max(now() + RETRY_GAP_MS * failures, nextStart);
      nextStart = at + RETRY_GAP_MS;
      return schedule(attempt, at - now());
    },
  };
}

/** The page's memory of images. */
export const imageMemory: ImageMemory = createImageMemory();
