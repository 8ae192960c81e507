import { GrantError } from "#billing";
import { AuditReasonError } from "#platform/db/audit";
import { invalid } from "#platform/http/errors";

/** Turns a rule's sentence into the message of its field. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AuditReasonError) return invalid([error.at("reason")]);
  if (error instanceof GrantError) return invalid([error.at("grant")]);
  return error;
}
