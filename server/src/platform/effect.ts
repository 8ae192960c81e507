import { createHash } from "node:crypto";
import { DomainError } from "./http/errors.ts";

/** Returns the hash of what an act would do. It is shown with the effect beforehand, and the act carries it. */
export function effectHash(effect: unknown): string {
  return createHash("sha256").update(JSON.stringify(effect)).digest("hex");
}

/** Refuses an act whose effect is no longer what the operator saw; `by` and `at` say who changed it when, as far as known. */
export function requireEffect(
  hash: string,
  seen: string | undefined,
  { by, at }: { by: string | null; at: Date },
): void {
  if (hash === seen) return;
  throw new DomainError(409, "changed_meanwhile", { info: { current: {}, by, at: at.toISOString() } });
}
