import type { ReportQuery } from "@cliffhanger/contract";
import type * as z from "zod";

/**
 * Returns the event of a query in the form of a batch entry, for the same validation. Empty values count as missing:
 * every request carries some parameters without a value (R60).
 */
export function eventOfQuery(query: z.infer<typeof ReportQuery>, now: Date): unknown {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  return {
    at: now.toISOString(),
    ...given,
    ...("value" in given ? { value: Number(given["value"]) } : {}),
  };
}
