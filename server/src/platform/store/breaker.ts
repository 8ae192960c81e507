/** Thrown while the bucket does not answer: playback answers 503, and the rest of the site goes on. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
  /** Taken over as the status of the answer. */
  readonly statusCode = 503;
}

/** Ends a call at once while a server is known not to answer, so that no request waits for it. */
export interface Breaker {
  /** Throws StoreUnavailableError while it is open. */
  require(): void;
  succeeded(): void;
  failed(): void;
}

const FAILURES = 10;
const WITHIN_MS = 10_000;
const OPEN_MS = 5_000;

/** Opens after ten failures within ten seconds, for five seconds. Then one call may try. */
export function openBreaker(now: () => number = () => performance.now()): Breaker {
  let failures: number[] = [];
  let openUntil = 0;
  return {
    require() {
      const at = now();
      if (at < openUntil)
        throw new StoreUnavailableError("The media storage did not answer; it is asked again in a moment");
      // The others wait until this one has an answer.
      if (openUntil > 0) openUntil = at + OPEN_MS;
    },
    succeeded() {
      failures = [];
      openUntil = 0;
    },
    failed() {
      const at = now();
      failures = [...failures.filter((each) => at - each < WITHIN_MS), at].slice(-FAILURES);
      if (failures.length >= FAILURES) openUntil = at + OPEN_MS;
    },
  };
}
