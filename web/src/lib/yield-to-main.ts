/** Gives the browser a turn between two pieces of work that each take a phone some time, so that it hears a finger. */
export function yieldToMain(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
