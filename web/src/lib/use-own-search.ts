import { useSearch } from "wouter";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Returns the query of the address, for screens whose first view is the same for every query: empty until hydration,
 * as it was on the server.
 */
export function useOwnSearch(): string {
  const search = useSearch();
  return useHydrated() ? search : "";
}
