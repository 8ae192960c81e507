/** Requests per second that Stripe answers in live mode. */
const MOST_PER_SECOND = 100;

/** Returns a function that says whether one more request fits into the last second. */
export function openPace(now: () => number = () => performance.now()): () => boolean {
  const recent: number[] = [];
  return () => {
    const at = now();
    while ((recent[0] ?? at) <= at - 1000) recent.shift();
    if (recent.length >= MOST_PER_SECOND) return false;
    recent.push(at);
    return true;
  };
}
