import type { Body, CallName, Data, Envelope, Info, Offer, Query } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { Reason } from "@cliffhanger/contract/reasons";
import { cookiesWork } from "./cookies.ts";
import { regionOf } from "./language.ts";
import { activeLanguage, translate } from "./messages.ts";
import { type Store, storage } from "./storage.ts";
import { showToast } from "./toasts.ts";

const REQUEST_TIMEOUT_MS = 100_000;

/** A call that did not end in code 200. `code` is the envelope's, the HTTP status, or 0 without an answer. */
export class ApiError extends Error {
  readonly code: number;
  readonly reason: Reason | null;
  /** The offer that unlocks the episode, with code 402. */
  readonly offer: Offer | null;
  /** Messages about single fields of the request, with code 400. */
  readonly fields: readonly { field: string; message: string }[];
  /** Seconds to wait before the next attempt, with code 429. */
  readonly retryAfter: number | null;

  constructor(code: number, message: string, rest: Partial<Omit<ApiError, keyof Error | "code">> = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.reason = rest.reason ?? null;
    this.offer = rest.offer ?? null;
    this.fields = rest.fields ?? [];
    this.retryAfter = rest.retryAfter ?? null;
  }
}

/** The dependencies of the calls; tests pass their own. */
export interface ApiContext {
  fetch: typeof fetch;
  store: Store;
  language(): Language;
  /** The country that the browser names: the server shows prices in its currency. */
  region?(): string | null;
  cookies(): boolean;
  showToast(text: string): void;
  /** The message for a failure without one: offline, timed out, not from our server. */
  generalFailure(): string;
  /** Called when a per-user call is answered with code 401. */
  signInRequired?(): void;
}

/** The options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** A quiet call never shows a message (R91). */
  quiet?: boolean;
  /** Lets the request outlive its page. */
  keepalive?: boolean;
}

/** What a call resolves to: `info`, else `data` (R88). A call with both answers one item for an `id`, else a list. */
export type Answer<N extends CallName, P> = [Info<N>] extends [never]
  ? Data<N>
  : [Data<N>] extends [never]
    ? Info<N>
    : P extends { id: string }
      ? Info<N>
      : Data<N>;

/** Parameters by name: GET sends them in the query, POST and DELETE in the body. */
export type Params<N extends CallName> = undefined extends Body<N> ? Query<N> : Body<N>;

/** Makes a call of the contract. Rejects with an ApiError, or with an AbortError when its signal aborts it. */
export type CallFunction = <N extends CallName, P extends Params<N>>(
  name: N,
  params?: P,
  options?: CallOptions,
) => Promise<Answer<N, P>>;

/** Creates the one function through which the app calls its server (R56 to R61, R88 to R91). */
export function createCall(context: ApiContext): CallFunction {
  return async (name, params, options = {}) => {
    const response = await requestCall(context, name, params, options);
    const envelope = await readEnvelope(response);
    if (!response.ok || envelope?.code !== 200) throw errorOf(context, response, envelope, options);
    return (envelope.info ?? envelope.data) as never;
  };
}

/** Calls that change who is signed in. */
const changesSession = /^POST \/api\/user\/(register|login|logout|facebook|password)/;
/** How long such a call waits for an identifying call that the network does not answer. */
const IDENTIFY_TIMEOUT_MS = 5_000;
const identifying = new Set<Promise<unknown>>();

/**
 * Resolves when no answer about the caller is pending. A slow one carries a guest's token and cookie: arriving after
 * the answer of a sign-in, it would sign the new member out again.
 */
function untilIdentified(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, IDENTIFY_TIMEOUT_MS));
  return Promise.race([Promise.allSettled(identifying), late]);
}

/** Sends a call's request and resolves to any answer; only a missing answer is a failure here. */
export async function requestCall(
  context: ApiContext,
  name: CallName,
  params: object | undefined,
  options: CallOptions,
): Promise<Response> {
  const request = name.split(" ");
  if (identifying.size > 0 && changesSession.test(name)) await untilIdentified();
  const sending = send(context, request, params, options);
  if (name === "GET /api/user") {
    identifying.add(sending);
    const forget = () => void identifying.delete(sending);
    sending.then(forget, forget);
  }
  const response = await sending.catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw withToast(context, new ApiError(0, String(error)), "", options);
  });
  saveUserToken(context.store, request[1] ?? "", response);
  return response;
}

/** Returns the error of an answer that is not code 200, and shows its message unless the call is quiet (R88 to R91). */
export function errorOf(
  context: ApiContext,
  response: Response,
  envelope: Envelope | null,
  options: CallOptions,
): ApiError {
  if (response.ok && !envelope) return withToast(context, new ApiError(0, "No envelope"), "", options);
  const code = response.ok ? (envelope?.code ?? 0) : response.status;
  const message = envelope?.message ?? "";
  const error = new ApiError(code, message, {
    reason: envelope?.reason ?? null,
    offer: offerOf(envelope),
    fields: envelope?.errors ?? [],
    retryAfter: Number(response.headers.get("retry-after")) || null,
  });
  if (code === 401) context.signInRequired?.();
  return response.ok && code !== 500 ? error : withToast(context, error, message, options);
}

function withToast(context: ApiContext, error: ApiError, message: string, options: CallOptions): ApiError {
  if (!options.quiet) context.showToast(message || context.generalFailure());
  return error;
}

function send(
  context: ApiContext,
  [method = "GET", path = ""]: string[],
  params: object | undefined,
  options: CallOptions,
) {
  const clickIds = { fbclid: context.store.get("fbclid") ?? "", ttclid: context.store.get("ttclid") ?? "" };
  const values = { ...params, ...clickIds };
  const inBody = method !== "GET";
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  return context.fetch(inBody ? path : `${path}?${new URLSearchParams(values)}`, {
    method,
    headers: headersFor(context, clickIds),
    body: inBody ? JSON.stringify(values) : null,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    keepalive: options.keepalive ?? false,
  });
}

function headersFor(
  context: ApiContext,
  clickIds: { fbclid: string; ttclid: string },
): Record<string, string> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "X-User-Referer-Token": context.store.get("referrerToken") ?? "",
    FBCLID: clickIds.fbclid,
    TTCLID: clickIds.ttclid,
    "Accept-Language": [context.language(), context.region?.()].filter(Boolean).join("-"),
  };
  const token = context.cookies() ? null : context.store.get("userToken");
  if (token) headers["X-User-Token"] = token;
  return headers;
}

function saveUserToken(store: Store, path: string, response: Response): void {
  if (path !== "/api/user" && !path.startsWith("/api/user/")) return;
  const token = response.headers.get("x-user-token");
  if (token) store.set("userToken", token);
}

/** Reads the envelope of an answer; null when it has none. */
export async function readEnvelope(response: Response): Promise<Envelope | null> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "number" ? (body as Envelope) : null;
}

function offerOf(envelope: Envelope | null): Offer | null {
  if (envelope?.code !== 402 || typeof envelope.info !== "object" || envelope.info === null) return null;
  return "offer" in envelope.info ? (envelope.info.offer as Offer) : null;
}

/** The dependencies of the page itself. */
export const pageContext: ApiContext = {
  fetch: (...given) => fetch(...given),
  store: storage,
  language: activeLanguage,
  region: () => regionOf(navigator.languages),
  cookies: cookiesWork,
  showToast,
  generalFailure: () => translate("errors.general"),
};

/** Makes a call of the contract for this page. */
export const call: CallFunction = createCall(pageContext);
