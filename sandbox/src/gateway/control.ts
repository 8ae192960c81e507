import type { GatewayAsk, GatewayReply } from "./http.ts";

/** A request to a control plane: JSON from a program, a form from a person on its page. */
export type Said = Record<string, unknown>;

/** A refusal of the control plane. */
export class NotUnderstood extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** Reads the fields of a request to a control plane. */
export function readSaid({ body, headers }: GatewayAsk): Said {
  if (body.length === 0) return {};
  if (isForm(headers)) return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
  try {
    const said: unknown = JSON.parse(body.toString("utf8"));
    if (typeof said === "object" && said !== null && !Array.isArray(said)) return said as Said;
  } catch (error) {
    throw new NotUnderstood(`This is no JSON: ${String(error)}`);
  }
  throw new NotUnderstood("An object is expected.");
}

/** Returns an answer of a control plane: JSON, or for a form the redirect to the page. */
export function controlReply(ask: GatewayAsk, value: unknown, status = 200): GatewayReply {
  if (ask.method === "POST" && isForm(ask.headers) && status < 400) {
    return { status: 303, headers: { location: back(ask) }, body: "" };
  }
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}

/**
 * Returns whether a page of another origin sent the request: such requests are refused, because the control plane moves
 * money, even if only simulated.
 */
export function isCrossOrigin({ headers }: GatewayAsk): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

/** Returns a page, script or style sheet of a control plane. */
export function controlFile(type: "text/html" | "text/css" | "text/javascript", body: string): GatewayReply {
  return {
    status: 200,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "content-security-policy":
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
    body,
  };
}

function isForm(headers: GatewayAsk["headers"]): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

function back({ headers }: GatewayAsk): string {
  const from = headers.referer ?? "";
  if (!URL.canParse(from)) return "/";
  const { host, pathname, search } = new URL(from);
  return host === headers.host ? pathname + search : "/";
}

/** Returns a number field, or its default. */
export function numberOf(said: Said, name: string, otherwise: number): number {
  const value = said[name];
  if (value === undefined || value === "") return otherwise;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new NotUnderstood(`${name} is a number.`);
  return number;
}

/** Returns a text field, or its default. */
export function textOf(said: Said, name: string, otherwise?: string): string {
  const value = said[name] ?? otherwise;
  if (typeof value !== "string" || (value === "" && otherwise === undefined)) {
    throw new NotUnderstood(`${name} is missing.`);
  }
  return value;
}

/** Returns a boolean field; a form's checkbox sends "on". */
export function truthOf(said: Said, name: string): boolean {
  const value = said[name];
  return value === true || value === "true" || value === "on" || value === "1";
}
