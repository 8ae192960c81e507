import { GrantError } from "#billing";
import { AuditReasonError } from "#platform/db/audit";
import { invalid } from "#platform/http/errors";

/** Turns a rule's sentence into the message of its field. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AuditReasonError) return invalid([{ field: "reason", message: error.message }]);
  if (error instanceof GrantError) return invalid([{ field: "grant", message: error.message }]);
  return error;
}
