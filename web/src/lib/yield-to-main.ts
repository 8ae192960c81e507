/** Yields to the main thread between long tasks so that input is handled. */
export function yieldToMain(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
