import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { CallError } from "./call.ts";

/**
 * Returns what a refused call is caught with: it lets the screen read again what the refusal is about, such as what somebody
 * else changed meanwhile. The refusal asks to look at it, and the next press is judged by it.
 * @param about the first part of the keys of what is read again; absent: nothing is
 */
export function useReadAgain(about: string | undefined): (error: unknown) => Promise<never> {
  const client = useQueryClient();
  return useCallback(
    async (error) => {
      if (
        about !== undefined &&
        error instanceof CallError &&
        !error.isLost &&
        error.reason !== "fresh_required"
      )
        await client.invalidateQueries({ queryKey: [about] });
      throw error;
    },
    [about, client],
  );
}
