import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../lib/api.ts";

/** Server state. Only failures that may pass (no answer, a fault of the server) are tried again, once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && mayPass(error),
        retryDelay: 800,
        refetchOnWindowFocus: false,
      },
    },
  });
}

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.code === 0 || error.code >= 502);
}
