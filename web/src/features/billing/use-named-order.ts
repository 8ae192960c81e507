import { useEffect, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { type NamedOrder, readOrder, withoutKey } from "./order-key.ts";

/**
 * The order that the address names; undefined until the page runs, null where it names none. A key in the address is taken out
 * of it at once (R38): it stays in this tab alone.
 */
export function useNamedOrder(): NamedOrder | null | undefined {
  const known = useHydrated();
  const [named, setNamed] = useState<NamedOrder | null>();
  if (known && named === undefined) setNamed(readOrder(location.search, visitStore));
  const read = named !== undefined;
  useEffect(() => {
    if (!read || !new URLSearchParams(location.search).has("key")) return;
    history.replaceState(history.state, "", location.pathname + withoutKey(location.search) + location.hash);
  }, [read]);
  return named;
}
