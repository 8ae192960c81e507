import { useHydrated } from "../../lib/use-hydrated.ts";

/** Returns the change of method that the address names; null without one, and until hydration. */
export function useNamedSetup(): string | null {
  const isHydrated = useHydrated();
  const id = isHydrated ? new URLSearchParams(location.search).get("setup") : null;
  return id !== null && /^[A-Za-z0-9_-]{1,32}$/.test(id) ? id : null;
}
