import { QueryClient } from "@tanstack/react-query";
import { CallError } from "../lib/call.ts";

const RETRIES = 2;

/** Creates the memory of what the server answered. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays one; only a lost or failed answer may come the next time.
        retry: (count, error) =>
          count < RETRIES && error instanceof CallError && (error.isLost || error.code >= 500),
        networkMode: "always",
      },
    },
  });
}
