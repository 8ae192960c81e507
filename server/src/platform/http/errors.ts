import type { Language, Reason } from "@cliffhanger/contract";

/** Returns what a person reads for a reason. The app gives it, so this folder holds no texts. */
export type MessageOf = (reason: Reason, language: Language) => string;

/**
 * An outcome that a rule refuses with. Rules throw it; only this folder turns it into an answer. Handled outcomes go out
 * as HTTP 200 with the code (401, 402, 404, 409, 500); the others carry their code as HTTP status.
 */
export class DomainError extends Error {
  readonly code: number;
  readonly reason: Reason;
  /** Goes out as `info`: the offer at 402. */
  readonly info: unknown;
  /** Which fields were wrong, at 400. */
  readonly errors: { field: string; message: string }[] | undefined;
  /** The one field that the reason is about, at 400. */
  readonly field: string | undefined;
  /** Seconds after which it is worth another try, at 429 and 503. */
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

/** No such thing, or not for this viewer: the two are never told apart. */
export function notFound(): DomainError {
  return new DomainError(404, "not_found");
}

/** Payment opens it; `offer` says how. */
export function paymentRequired(offer: unknown): DomainError {
  return new DomainError(402, "payment_required", { info: { offer } });
}

/** The request itself is at fault. */
export function invalid(errors: { field: string; message: string }[]): DomainError {
  return new DomainError(400, "invalid_request", { errors });
}

/** One field is at fault, for a reason that a person can mend: the words are the reason's, beside the field too. */
export function invalidField(field: string, reason: Reason): DomainError {
  return new DomainError(400, reason, { field });
}

/** Nobody is signed in, or nobody is known at all. */
export function signInRequired(): DomainError {
  return new DomainError(401, "sign_in_required");
}

/** A person must read why: code 500 of the envelope, which is no fault of ours (R92). */
export function toldNo(reason: Reason): DomainError {
  return new DomainError(500, reason);
}

/** Too often; `seconds` until the next try is heard. */
export function tooMany(seconds: number, reason: Reason = "too_many_requests"): DomainError {
  return new DomainError(429, reason, { retryAfter: Math.max(1, Math.ceil(seconds)) });
}
