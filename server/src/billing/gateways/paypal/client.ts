import type { PayPalSettings } from "#platform/gateway-settings";
import { HttpClientError, sendRequest } from "#platform/http-client";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../../records/gateway.ts";
import { isBuyersFault } from "./issues.ts";

/** A page waits 20 seconds for its answer, so PayPal's must be there before. */
const timeoutMs = 18_000;
const maxBytes = 1024 * 1024;
/** An access token is given up this long before it ends. */
const tokenLeadSeconds = 60;

/** A call of PayPal's REST API. */
export interface PayPalCall {
  method: "GET" | "POST" | "DELETE";
  /** From the host on, query included. */
  path: string;
  /** JSON, already written: a webhook's own text must stay as it came. */
  body?: string;
  /** PayPal-Request-Id: the same one is done once. */
  key?: string;
}

/** PayPal's no: its issues, such as INSTRUMENT_DECLINED. Nothing was done. */
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

/** Asks PayPal; resolves to the answer's JSON, null where there is none to read (204). */
export type AskPayPal = (call: PayPalCall) => Promise<unknown>;

/** Opens the client: one access token for all calls, fetched anew when it ends or is refused. */
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
  { method, path, body, key }: PayPalCall,
  bearer: string,
  wait: number,
): Promise<Answer> {
  return request(new URL(path, apiUrl), wait, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      prefer: "return=representation",
      // PayPal wants a type even where there is nothing to read.
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
      ...(key === undefined ? {} : { "paypal-request-id": key }),
    },
    ...(method === "POST" ? { body: body ?? "{}" } : {}),
  });
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
  // Nothing was asked yet, so nothing was done. Wrong keys are the merchant's fault, all else may be better in a moment.
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw new PayPalRefused(["AUTHENTICATION_FAILURE"], answer.status, answer.debugId);
  const read = answer.status === 200 ? parse(answer) : null;
  const { access_token: value, expires_in: seconds } = (read ?? {}) as Record<string, unknown>;
  if (typeof value !== "string" || typeof seconds !== "number")
    throw new GatewayBusy(`PayPal gave no access (${answer.status}, ${answer.debugId})`);
  return { value, until: began + Math.max(seconds - tokenLeadSeconds, 1) * 1000 };
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
  // 409: the same request is under way.
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
