import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLanguage } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { forgetClientToken } from "./client-token.ts";
import type { NamedOrder } from "./order-key.ts";
import { outcomeOf } from "./outcome.ts";
import { nextLook } from "./poll.ts";
import { orderQuery, refreshRights } from "./queries.ts";

/**
 * Follows an order until it is settled: looks again and again for two minutes, then only when asked to. The server's word
 * alone counts (R27). Once it is paid, everything that depends on it is asked for anew.
 */
export function useOrderResult(named: NamedOrder) {
  const client = useQueryClient();
  const options = orderQuery(named, useLanguage());
  const query = useQuery({
    ...options,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const seconds = nextLook(state.data?.state, looksAt(state));
      return seconds === null ? false : seconds * 1000;
    },
  });
  const looks = looksAt(client.getQueryState(options.queryKey));
  const outcome = query.data ? outcomeOf(query.data) : null;
  const paid = outcome === "paid";
  useEffect(() => {
    if (!paid) return;
    forgetClientToken(visitStore);
    void refreshRights(client);
  }, [paid, client]);
  return {
    order: query.data ?? null,
    outcome,
    error: query.error,
    /** It is not looked at by itself any more. */
    rested: query.data ? nextLook(query.data.state, looks) === null : false,
    looking: query.isFetching,
    look: () => void query.refetch(),
  };
}

// How often it was looked at again, whatever came of it.
function looksAt(state: { dataUpdateCount: number; errorUpdateCount: number } | undefined): number {
  return state ? Math.max(0, state.dataUpdateCount + state.errorUpdateCount - 1) : 0;
}
