import type { ReportQuery } from "@cliffhanger/contract";
import type * as z from "zod";

/**
 * The event that a query tells of, as the list of a batch would hold it, to be checked like those. What is empty was not
 * sent: every request carries some names without a value (R60).
 */
export function eventOfQuery(query: z.infer<typeof ReportQuery>, now: Date): unknown {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  return {
    at: now.toISOString(),
    ...given,
    ...("value" in given ? { value: Number(given["value"]) } : {}),
  };
}
