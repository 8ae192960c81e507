import type { Reason } from "@cliffhanger/contract/reasons";
import { ApiError } from "../../lib/api.ts";

/** What is wrong with a form: words beside its fields, words for all of it, and when another try makes sense. */
export interface Fault {
  fields: Readonly<Record<string, string>>;
  message: string;
  reason: Reason | null;
  /** Seconds until then. */
  retryAfter: number | null;
}

/** Words for fields that were left empty, by name; null when none was. */
export function emptyFields(
  values: Readonly<Record<string, string>>,
  prompts: Readonly<Record<string, string>>,
): Fault | null {
  const empty = Object.entries(prompts).filter(([name]) => !values[name]?.trim());
  if (empty.length === 0) return null;
  return { fields: Object.fromEntries(empty), message: "", reason: null, retryAfter: null };
}

/**
 * What the server said, for a form that has these fields: a fault of a field that it does not show stands above it.
 * @param general words for a failure that brought none
 */
export function faultOf(error: unknown, fieldNames: readonly string[], general: string): Fault {
  if (!(error instanceof ApiError)) return { fields: {}, message: general, reason: null, retryAfter: null };
  const own = error.fields.filter(({ field }) => fieldNames.includes(field));
  const others = error.fields.filter(({ field }) => !fieldNames.includes(field));
  const words = others[0]?.message ?? (own.length > 0 ? "" : error.message || general);
  return {
    fields: Object.fromEntries(own.map(({ field, message }) => [field, message])),
    message: words,
    reason: error.reason,
    retryAfter: error.retryAfter,
  };
}
