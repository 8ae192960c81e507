import { useSearch } from "wouter";
import { useHydrated } from "./use-hydrated.ts";

/**
 * The address's query, for screens whose first view is the same for every query: empty until the page runs, as it was for
 * the server.
 */
export function useOwnSearch(): string {
  const search = useSearch();
  return useHydrated() ? search : "";
}
