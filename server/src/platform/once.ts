/** Runs `open` at the first call and shares its result; a failure is forgotten, so that the next call tries again. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= open().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
