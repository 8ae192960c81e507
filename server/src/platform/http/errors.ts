import type { Language, Reason } from "@cliffhanger/contract";

/**
 * Returns the message of a reason; for `request_id`, the label of an id on an error page. The app passes it in, so this
 * folder contains no texts.
 */
export type MessageOf = (reason: Reason | "request_id", language: Language) => string;

/** What is wrong with a field. `say`: the message in a language; without it there is only this one. */
export interface FieldFault {
  field: string;
  message: string;
  say?: (language: Language) => string;
}

/**
 * A refusal by a rule. Rules throw it; only this folder turns it into an answer. The codes 401, 402, 404, 409 and 500 are
 * sent with HTTP status 200; each other code is the HTTP status.
 */
export class DomainError extends Error {
  readonly code: number;
  readonly reason: Reason;
  /** Sent as `info`: the offer at 402. */
  readonly info: unknown;
  /** The invalid fields, at 400. */
  readonly errors: FieldFault[] | undefined;
  /** The one field that the reason refers to, at 400. */
  readonly field: string | undefined;
  /** Seconds until a retry can succeed, at 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: number,
    reason: Reason,
    more: {
      info?: unknown;
      errors?: FieldFault[];
      field?: string;
      retryAfter?: number;
    } = {},
  ) {
    super(reason);
    this.name = "DomainError";
    this.code = code;
    this.reason = reason;
    this.info = more.info;
    this.errors = more.errors;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
  }
}

/** Returns the refusal of an item that does not exist. One that this visitor may not see gets the same answer. */
export function notFound(): DomainError {
  return new DomainError(404, "not_found");
}

/** Returns the refusal of a locked episode, with the offer that unlocks it. */
export function paymentRequired(offer: unknown): DomainError {
  return new DomainError(402, "payment_required", { info: { offer } });
}

/**
 * Returns the refusal of a change to what is no longer what the operator saw. `current` is what it is now; `by` and `at` say who
 * changed it when, as far as known.
 */
export function changedMeanwhile({
  current = {},
  by,
  at,
}: {
  current?: unknown;
  by?: string | null;
  at?: Date | null;
}): DomainError {
  const info = { current, by, at: at === null ? null : at?.toISOString() };
  return new DomainError(409, "changed_meanwhile", { info });
}

/** Returns the refusal of a request with invalid fields. */
export function invalid(errors: FieldFault[]): DomainError {
  return new DomainError(400, "invalid_request", { errors });
}

/** Returns the refusal of one field that the visitor can correct. The reason's message is also shown at the field. */
export function invalidField(field: string, reason: Reason): DomainError {
  return new DomainError(400, reason, { field });
}

/** Returns the refusal of a caller without a session, or of a guest where only members have access. */
export function signInRequired(): DomainError {
  return new DomainError(401, "sign_in_required");
}

/** Returns a refusal that the visitor must read: code 500 of the envelope, although the server has no fault (R92). */
export function explainedRefusal(reason: Reason): DomainError {
  return new DomainError(500, reason);
}

/** Returns the refusal of a request above a limit, with the seconds until the next one is accepted. */
export function tooMany(seconds: number, reason: Reason = "too_many_requests"): DomainError {
  return new DomainError(429, reason, { retryAfter: Math.max(1, Math.ceil(seconds)) });
}
