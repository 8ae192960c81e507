import type { Reason } from "@cliffhanger/contract";

/**
 * An outcome that a rule refuses with. Rules throw it; only this folder turns it into an answer. Handled outcomes go out
 * as HTTP 200 with the code (401, 402, 404, 409, 500); the others carry their code as HTTP status.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: Reason;
  /** Goes out as `info`: the offer at 402. */
  readonly info: unknown;
  /** Which fields were wrong, at 400. */
  readonly errors: { field: string; message: string }[] | undefined;

  constructor(
    code: number,
    reason: Reason,
    more: { info?: unknown; errors?: { field: string; message: string }[] } = {},
  ) {
    super(reason);
    this.name = "Refusal";
    this.code = code;
    this.reason = reason;
    this.info = more.info;
    this.errors = more.errors;
  }
}

/** No such thing, or not for this viewer: the two are never told apart. */
export function notFound(): Refusal {
  return new Refusal(404, "not_found");
}

/** Payment opens it; `offer` says how. */
export function paymentRequired(offer: unknown): Refusal {
  return new Refusal(402, "payment_required", { info: { offer } });
}

/** The request itself is at fault. */
export function invalid(errors: { field: string; message: string }[]): Refusal {
  return new Refusal(400, "invalid_request", { errors });
}
