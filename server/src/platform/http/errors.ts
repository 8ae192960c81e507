import type { Language, Reason } from "@cliffhanger/contract";

/**
 * Returns what a person reads for a reason; for `request_id` the label of an id on an error page. The app gives it, so
 * this folder holds no texts.
 */
export type MessageOf = (reason: Reason | "request_id", language: Language) => string;

/**
 * A refusal by a rule. Rules throw it; only this folder turns it into an answer. Handled outcomes are sent as HTTP 200
 * with the code (401, 402, 404, 409, 500); the others have their code as HTTP status.
 */
export class DomainError extends Error {
  readonly code: number;
  readonly reason: Reason;
  /** Sent as `info`: the offer at 402. */
  readonly info: unknown;
  /** The invalid fields, at 400. */
  readonly errors: { field: string; message: string }[] | undefined;
  /** The one field that the reason refers to, at 400. */
  readonly field: string | undefined;
  /** Seconds after which a retry makes sense, at 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: number,
    reason: Reason,
    more: {
      info?: unknown;
      errors?: { field: string; message: string }[];
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

/** The item does not exist, or not for this viewer: the two are never distinguished. */
export function notFound(): DomainError {
  return new DomainError(404, "not_found");
}

/** A payment is required; `offer` describes it. */
export function paymentRequired(offer: unknown): DomainError {
  return new DomainError(402, "payment_required", { info: { offer } });
}

/** The request is invalid. */
export function invalid(errors: { field: string; message: string }[]): DomainError {
  return new DomainError(400, "invalid_request", { errors });
}

/** One field is invalid for a reason that the user can correct; the reason's message is also shown at the field. */
export function invalidField(field: string, reason: Reason): DomainError {
  return new DomainError(400, reason, { field });
}

/** The caller is not signed in, or not known at all. */
export function signInRequired(): DomainError {
  return new DomainError(401, "sign_in_required");
}

/** A refusal that the user must read: code 500 of the envelope, which is not a fault of ours (R92). */
export function explainedRefusal(reason: Reason): DomainError {
  return new DomainError(500, reason);
}

/** Too many requests; `seconds` until the next one is accepted. */
export function tooMany(seconds: number, reason: Reason = "too_many_requests"): DomainError {
  return new DomainError(429, reason, { retryAfter: Math.max(1, Math.ceil(seconds)) });
}
