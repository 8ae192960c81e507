import type { Reason } from "@cliffhanger/contract/reasons";
import { ApiError } from "../../lib/api.ts";

/** What is wrong with a form: messages beside its fields, a message for the whole form, and when to retry. */
export interface Fault {
  fields: Readonly<Record<string, string>>;
  message: string;
  reason: Reason | null;
  /** Seconds until a retry makes sense. */
  retryAfter: number | null;
}

/** Returns the prompts of fields that were left empty, by name; null when none was. */
export function emptyFields(
  values: Readonly<Record<string, string>>,
  prompts: Readonly<Record<string, string>>,
): Fault | null {
  const empty = Object.entries(prompts).filter(([name]) => !values[name]?.trim());
  if (empty.length === 0) return null;
  return { fields: Object.fromEntries(empty), message: "", reason: null, retryAfter: null };
}

/**
 * Returns the server's error for a form with these fields. The fault of a field that the form does not show becomes
 * the form's message.
 * @param general the message for a failure without one
 */
export function faultOf(error: unknown, fieldNames: readonly string[], general: string): Fault {
  if (!(error instanceof ApiError)) return { fields: {}, message: general, reason: null, retryAfter: null };
  const own = error.fields.filter(({ field }) => fieldNames.includes(field));
  const others = error.fields.filter(({ field }) => !fieldNames.includes(field));
  const message = others[0]?.message ?? (own.length > 0 ? "" : error.message || general);
  return {
    fields: Object.fromEntries(own.map(({ field, message }) => [field, message])),
    message: message,
    reason: error.reason,
    retryAfter: error.retryAfter,
  };
}
