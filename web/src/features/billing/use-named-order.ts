import { useEffect, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { type NamedOrder, readOrder, withoutKey } from "./order-key.ts";

/**
 * Returns the order that the address names; undefined until hydration, null without one. A key is removed from the
 * address at once (R38) and stays in this tab alone.
 */
export function useNamedOrder(
  use: "ORDER_KEY" | "WITHDRAWAL_KEY" = "ORDER_KEY",
): NamedOrder | null | undefined {
  const isHydrated = useHydrated();
  const [named, setNamed] = useState<NamedOrder | null>();
  if (isHydrated && named === undefined) setNamed(readOrder(location.search, visitStore, use));
  const isRead = named !== undefined;
  useEffect(() => {
    if (!isRead || !new URLSearchParams(location.search).has("key")) return;
    history.replaceState(history.state, "", location.pathname + withoutKey(location.search) + location.hash);
  }, [isRead]);
  return named;
}
