import { descriptionOf, type Family } from "./issues.ts";

/** One fault of a request. */
export interface Detail {
  issue: string;
  field?: string;
  value?: string;
  location?: "body" | "path" | "query" | "header";
  description?: string;
}

/** A link in PayPal's answers. */
export interface Link {
  href: string;
  rel: string;
  method?: string;
}

/** A refusal, thrown where it is detected. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Detail[];
  links: Link[];
  /** Whether writes before it are committed: a declined payment leaves its traces. */
  readonly isLasting: boolean;
  constructor(status: number, code: string, message: string, details: Detail[] = [], isLasting = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.links = [];
    this.isLasting = isLasting;
  }
}

/** 400: the request violates the schema. */
export function invalidRequest(details: Detail[]): Refused {
  return new Refused(
    400,
    "INVALID_REQUEST",
    "Request is not well-formed, syntactically incorrect, or violates schema.",
    details,
  );
}

/** 422: well-formed, and still refused. */
export function unprocessable(
  issue: string,
  more: Omit<Detail, "issue"> & { isLasting?: boolean } = {},
): Refused {
  const { isLasting = false, ...detail } = more;
  return new Refused(
    422,
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
    [{ issue, ...detail, ...(detail.field === undefined ? {} : { location: "body" as const }) }],
    isLasting,
  );
}

/** 404. */
export function notThere(field: string, value: string): Refused {
  const detail: Detail = { issue: "INVALID_RESOURCE_ID", field, value, location: "path" };
  return new Refused(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.", [detail]);
}

/** 409: the same request is being processed. */
export function inProgress(): Refused {
  const detail: Detail = { issue: "PREVIOUS_REQUEST_IN_PROGRESS" };
  return new Refused(
    409,
    "RESOURCE_CONFLICT",
    "The server has detected a conflict while processing this request.",
    [detail],
  );
}

/** 429. */
export function tooMany(): Refused {
  return new Refused(429, "RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting.", []);
}

/** 500. */
export function broken(): Refused {
  return new Refused(500, "INTERNAL_SERVER_ERROR", "An internal server error occurred.");
}

/** Returns the envelope of a refusal. */
export function envelope(refused: Refused, family: Family, debug: string): Record<string, unknown> {
  const issue = refused.details[0]?.issue ?? refused.code;
  const about = {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
    rel: "information_link",
    method: "GET",
  };
  return {
    name: refused.code,
    ...(refused.details.length > 0
      ? { details: refused.details.map((detail) => described(detail, family)) }
      : {}),
    message: refused.message,
    debug_id: debug,
    links: [about, ...refused.links],
  };
}

function described(detail: Detail, family: Family): Detail {
  const description = detail.description ?? descriptionOf(detail.issue, family);
  return description === undefined ? detail : { ...detail, description };
}
