import type { PayPalSettings } from "#platform/gateway-settings";
import { HttpClientError, sendRequest } from "#platform/http-client";
import { randomWord } from "#platform/ids";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../../records/gateway.ts";
import { isBuyersFault } from "./issues.ts";

/** A page waits 20 seconds for its answer, so PayPal must answer before. */
const timeoutMs = 18_000;
const maxBytes = 1024 * 1024;
/** An access token is renewed this long before it expires. */
const TOKEN_LEAD_SECONDS = 60;

/** A call of PayPal's REST API. */
export interface PayPalCall {
  method: "GET" | "POST" | "DELETE";
  /** The path with its query, without the host. */
  path: string;
  /** Serialised JSON: a webhook's body must be passed on unchanged. */
  body?: string;
  /** A form with one JSON part, instead of a body. */
  form?: { name: string; json: string };
  /** PayPal-Request-Id, the idempotency key. */
  key?: string;
}

/** A refusal by PayPal with its issues, such as INSTRUMENT_DECLINED. Nothing was done. */
export class PayPalRefused extends GatewayRefused {
  readonly issues: readonly string[];
  readonly status: number;
  constructor(issues: readonly string[], status: number, debugId: string) {
    super(issues[0] ?? "refused", `PayPal: ${issues.join(", ")} (${status}, ${debugId})`, {
      fault: isBuyersFault(issues) ? "buyer" : "merchant",
    });
    this.name = "PayPalRefused";
    this.issues = issues;
    this.status = status;
  }
}

/** Sends a call to PayPal; resolves to the response's JSON, or null for 204. */
export type AskPayPal = (call: PayPalCall) => Promise<unknown>;

/** Opens the client. All calls share one access token, which is renewed when it expires or is rejected. */
export function openClient(settings: PayPalSettings, wait = timeoutMs): AskPayPal {
  let token: Promise<{ value: string; until: number }> | null = null;
  const access = async (): Promise<string> => {
    token ??= fetchToken(settings, wait);
    try {
      const { value, until } = await token;
      if (performance.now() < until) return value;
    } catch (error) {
      token = null;
      throw error;
    }
    token = null;
    return access();
  };
  return async (call) => {
    const first = await send(settings, call, await access(), wait);
    if (first.status !== 401) return readAnswer(first);
    token = null;
    return readAnswer(await send(settings, call, await access(), wait));
  };
}

interface Answer {
  status: number;
  text: string;
  debugId: string;
}

async function send(
  { apiUrl }: PayPalSettings,
  { method, path, body, key, form }: PayPalCall,
  bearer: string,
  wait: number,
): Promise<Answer> {
  const sent = form ? multipart(form) : { type: "application/json", body: body ?? "{}" };
  return request(new URL(path, apiUrl), wait, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      prefer: "return=representation",
      // PayPal requires a content type even without a body.
      ...(method === "POST" ? { "content-type": sent.type } : {}),
      ...(key === undefined ? {} : { "paypal-request-id": key }),
    },
    ...(method === "POST" ? { body: sent.body } : {}),
  });
}

/** Returns a form with one part of JSON; its boundary cannot occur in the text. */
function multipart({ name, json }: { name: string; json: string }): { type: string; body: string } {
  const boundary = `part${randomWord(24)}`;
  const head = `content-disposition: form-data; name="${name}"\r\ncontent-type: application/json`;
  const body = `--${boundary}\r\n${head}\r\n\r\n${json}\r\n--${boundary}--\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

async function fetchToken(settings: PayPalSettings, wait: number) {
  const { clientId, clientSecret, apiUrl } = settings;
  const began = performance.now();
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const answer = await request(new URL("/v1/oauth2/token", apiUrl), wait, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  // No call was sent yet, so nothing was done. Wrong keys are the merchant's fault; anything else may be
  // temporary.
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw new PayPalRefused(["AUTHENTICATION_FAILURE"], answer.status, answer.debugId);
  const read = answer.status === 200 ? parse(answer) : null;
  const { access_token: value, expires_in: seconds } = (read ?? {}) as Record<string, unknown>;
  if (typeof value !== "string" || typeof seconds !== "number")
    throw new GatewayBusy(`PayPal gave no access (${answer.status}, ${answer.debugId})`);
  return { value, until: began + Math.max(seconds - TOKEN_LEAD_SECONDS, 1) * 1000 };
}

async function request(url: URL, wait: number, init: RequestInit): Promise<Answer> {
  try {
    const { status, headers, text } = await sendRequest(url, init, { timeoutMs: wait, maxBytes });
    return { status, text, debugId: headers.get("paypal-debug-id") ?? "no debug id" };
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    throw new GatewayUnknown(`PayPal: ${error.message}`);
  }
}

function readAnswer(answer: Answer): unknown {
  const { status, debugId } = answer;
  if (status === 204) return null;
  if (status >= 200 && status < 300) {
    const read = parse(answer);
    if (read === null) throw new GatewayUnknown(`PayPal's answer makes no sense (${status}, ${debugId})`);
    return read;
  }
  if (status >= 500) throw new GatewayUnknown(`PayPal failed (${status}, ${debugId})`);
  // 409: the same request is still in progress.
  if (status === 429 || status === 409) throw new GatewayBusy(`PayPal is busy (${status}, ${debugId})`);
  if (status >= 400) throw new PayPalRefused(issuesOf(parse(answer)), status, debugId);
  throw new GatewayUnknown(`PayPal answered ${status} (${debugId})`);
}

function parse({ text }: Answer): object | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function issuesOf(envelope: object | null): string[] {
  const { name, details } = (envelope ?? {}) as { name?: unknown; details?: unknown };
  const issues = (Array.isArray(details) ? details : []).flatMap((detail: { issue?: unknown } | null) =>
    typeof detail?.issue === "string" ? detail.issue : [],
  );
  return [...issues, typeof name === "string" ? name : "REFUSED"];
}
