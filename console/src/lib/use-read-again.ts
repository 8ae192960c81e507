import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { CallError } from "./call.ts";

/**
 * Returns what a refused call is caught with: it lets the screen read again what the refusal is about, such as what somebody
 * else changed meanwhile. The refusal asks to look at it, and the next press is judged by it.
 */
export function useReadAgain(queryKey: QueryKey): (error: unknown) => Promise<never> {
  const client = useQueryClient();
  return async (error) => {
    if (error instanceof CallError && !error.isLost && error.reason !== "fresh_required")
      await client.invalidateQueries({ queryKey });
    throw error;
  };
}
