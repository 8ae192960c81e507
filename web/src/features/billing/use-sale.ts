import type { PlanList } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage } from "../../lib/use-language.ts";
import { plansQuery } from "./queries.ts";

/** What is on sale, and how to retry. */
export interface Sale {
  sale: PlanList | null;
  failed: boolean;
  retry: () => void;
}

/**
 * Fetches what is on sale here, with the unlock of a series. While it is refetched, the last answer stays, so that
 * the user is not interrupted.
 */
export function useSale(seriesId: string | null): Sale {
  const { data, isError, refetch } = useQuery(plansQuery(seriesId, useLanguage()));
  const [last, setLast] = useState<PlanList | null>(null);
  if (data && data !== last) setLast(data);
  return { sale: data ?? last, failed: isError && !last, retry: () => void refetch() };
}
