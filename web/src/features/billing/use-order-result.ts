import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLanguage } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { forgetClientToken } from "./client-token.ts";
import type { NamedOrder } from "./order-key.ts";
import { outcomeOf } from "./outcome.ts";
import { nextPollDelay } from "./poll.ts";
import { orderQuery, refetchEntitlements } from "./queries.ts";

/**
 * Polls an order until it is final: automatically for two minutes, then only on request. Only the server's answer
 * counts (R27). Once it is paid, everything that depends on it is refetched.
 */
export function useOrderResult(named: NamedOrder) {
  const client = useQueryClient();
  const options = orderQuery(named, useLanguage());
  const query = useQuery({
    ...options,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const seconds = nextPollDelay(state.data?.state, countPolls(state));
      return seconds === null ? false : seconds * 1000;
    },
  });
  const polls = countPolls(client.getQueryState(options.queryKey));
  const outcome = query.data ? outcomeOf(query.data) : null;
  const paid = outcome === "paid";
  useEffect(() => {
    if (!paid) return;
    forgetClientToken(visitStore);
    void refetchEntitlements(client);
  }, [paid, client]);
  return {
    order: query.data ?? null,
    outcome,
    error: query.error,
    /** Whether automatic polling has stopped. */
    hasStopped: query.data ? nextPollDelay(query.data.state, polls) === null : false,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

// Counts the polls after the first fetch, whether they succeeded or failed.
function countPolls(state: { dataUpdateCount: number; errorUpdateCount: number } | undefined): number {
  return state ? Math.max(0, state.dataUpdateCount + state.errorUpdateCount - 1) : 0;
}
