/** The body of a refusal, in addition to its message. */
export interface Fault {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
}

/**
 * A refusal of the API. A `lasting` one comes after the work began: its changes are committed, and the same idempotency
 * key gets it again.
 */
export class DomainError extends Error {
  readonly status: number;
  readonly fault: Fault;
  readonly lasting: boolean;
  constructor(status: number, fault: Fault, lasting = false) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
    this.lasting = lasting;
  }
}

/** Returns the refusal of an invalid request: nothing began, and its idempotency key is unused. */
export function invalid(message: string, code?: string, param?: string): DomainError {
  return new DomainError(400, {
    type: "invalid_request_error",
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** Returns the refusal of a valid request that the current state does not allow. */
export function unfit(message: string, code?: string, more: Partial<Fault> = {}): DomainError {
  return new DomainError(
    400,
    { type: "invalid_request_error", message, ...(code && { code }), ...more },
    true,
  );
}

/** Returns the refusal for an object that does not exist. */
export function missing(what: string, id: string, param = "id"): DomainError {
  return new DomainError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** Returns the refusal for a missing parameter. */
export function required(param: string): DomainError {
  return invalid(`Missing required param: ${param}.`, "parameter_missing", param);
}

/** Returns the envelope of a refusal. */
export function envelope({ fault }: DomainError, requestId: string): { error: object } {
  const { code } = fault;
  return {
    error: {
      ...fault,
      ...(code && { doc_url: `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}` }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  };
}
