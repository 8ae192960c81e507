import type { Body, CallName, Data, Envelope, Info, Offer, Query } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { Reason } from "@cliffhanger/contract/reasons";
import { cookiesWork } from "./cookies.ts";
import { regionOf } from "./language.ts";
import { activeLanguage, translate } from "./messages.ts";
import { type Store, storage } from "./storage.ts";
import { showToast } from "./toasts.ts";

const timeout = 100_000;

/** A call that did not end in code 200. `code` is the envelope's, the HTTP status, or 0 where nothing answered. */
export class ApiError extends Error {
  readonly code: number;
  readonly reason: Reason | null;
  /** What opens the episode, with code 402. */
  readonly offer: Offer | null;
  /** Words for single fields of what was sent, with code 400. */
  readonly fields: readonly { field: string; message: string }[];
  /** Seconds to wait before another try, with code 429. */
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

/** The outside world of the calls; tests bring their own. */
export interface ApiWorld {
  fetch: typeof fetch;
  store: Store;
  language(): Language;
  /** The country that the browser names: prices are shown in what is paid with there. */
  region?(): string | null;
  cookies(): boolean;
  showToast(text: string): void;
  /** Words for a failure that brought none: offline, timed out, not ours. */
  generalFailure(): string;
  /** A personal call found nobody signed in (code 401). */
  signInRequired?(): void;
}

/** How one call differs. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Quiet calls never show a message (R91). */
  quiet?: boolean;
  /** Lets the call outlive its page. */
  keepalive?: boolean;
}

/** What a call resolves to: `info`, else `data` (R88). A call that has both answers one thing to an `id`, else a list. */
export type Answer<N extends CallName, P> = [Info<N>] extends [never]
  ? Data<N>
  : [Data<N>] extends [never]
    ? Info<N>
    : P extends { id: string }
      ? Info<N>
      : Data<N>;

/** Parameters by name: they travel in the query of GET, in the body of POST and DELETE. */
export type Params<N extends CallName> = undefined extends Body<N> ? Query<N> : Body<N>;

/** Does a call of the contract. Rejects with an ApiError, or with an AbortError when its signal stopped it. */
export type CallFunction = <N extends CallName, P extends Params<N>>(
  name: N,
  params?: P,
  options?: CallOptions,
) => Promise<Answer<N, P>>;

/** Builds the one function through which the app talks to its server (R56 to R61, R88 to R91). */
export function createCall(world: ApiWorld): CallFunction {
  return async (name, params, options = {}) => {
    const response = await ask(world, name, params, options);
    const envelope = await readEnvelope(response);
    if (!response.ok || envelope?.code !== 200) throw refusal(world, response, envelope, options);
    return (envelope.info ?? envelope.data) as never;
  };
}

/** Calls after which somebody else is signed in, or nobody. */
const changesSession = /^POST \/api\/user\/(register|login|logout|facebook|password)/;
/** How long such a call waits for the page's own question who is here, on a network that does not answer it. */
const timeoutMs = 5_000;
const identifying = new Set<Promise<unknown>>();

/**
 * Resolves when no answer about the caller is on its way. A slow one brings a guest's token and cookie; if it came after that
 * of a sign-in, the new member would be signed out again.
 */
function untilIdentified(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  return Promise.race([Promise.allSettled(identifying), late]);
}

/** Sends a call's request and resolves to whatever answer comes; only no answer at all is a failure here. */
export async function ask(
  world: ApiWorld,
  name: CallName,
  params: object | undefined,
  options: CallOptions,
): Promise<Response> {
  const request = name.split(" ");
  if (identifying.size > 0 && changesSession.test(name)) await untilIdentified();
  const sending = send(world, request, params, options);
  if (name === "GET /api/user") {
    identifying.add(sending);
    const forget = () => void identifying.delete(sending);
    sending.then(forget, forget);
  }
  const response = await sending.catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw said(world, new ApiError(0, String(error)), "", options);
  });
  keepUserToken(world.store, request[1] ?? "", response);
  return response;
}

/** What went wrong, from an answer that is not code 200; a person hears of it unless the call is quiet (R88 to R91). */
export function refusal(
  world: ApiWorld,
  response: Response,
  envelope: Envelope | null,
  options: CallOptions,
): ApiError {
  if (response.ok && !envelope)
    return said(world, new ApiError(0, "The answer is no envelope."), "", options);
  const code = response.ok ? (envelope?.code ?? 0) : response.status;
  const message = envelope?.message ?? "";
  const error = new ApiError(code, message, {
    reason: envelope?.reason ?? null,
    offer: offerOf(envelope),
    fields: envelope?.errors ?? [],
    retryAfter: Number(response.headers.get("retry-after")) || null,
  });
  if (code === 401) world.signInRequired?.();
  return response.ok && code !== 500 ? error : said(world, error, message, options);
}

function said(world: ApiWorld, error: ApiError, words: string, options: CallOptions): ApiError {
  if (!options.quiet) world.showToast(words || world.generalFailure());
  return error;
}

function send(
  world: ApiWorld,
  [method = "GET", path = ""]: string[],
  params: object | undefined,
  options: CallOptions,
) {
  const clickIds = { fbclid: world.store.get("fbclid") ?? "", ttclid: world.store.get("ttclid") ?? "" };
  const values = { ...params, ...clickIds };
  const inBody = method !== "GET";
  const limit = AbortSignal.timeout(timeout);
  return world.fetch(inBody ? path : `${path}?${new URLSearchParams(values)}`, {
    method,
    headers: headersFor(world, clickIds),
    body: inBody ? JSON.stringify(values) : null,
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    keepalive: options.keepalive ?? false,
  });
}

function headersFor(world: ApiWorld, clickIds: { fbclid: string; ttclid: string }): Record<string, string> {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "X-User-Referer-Token": world.store.get("referrerToken") ?? "",
    FBCLID: clickIds.fbclid,
    TTCLID: clickIds.ttclid,
    "Accept-Language": [world.language(), world.region?.()].filter(Boolean).join("-"),
  };
  const token = world.cookies() ? null : world.store.get("userToken");
  if (token) headers["X-User-Token"] = token;
  return headers;
}

function keepUserToken(store: Store, path: string, response: Response): void {
  if (path !== "/api/user" && !path.startsWith("/api/user/")) return;
  const token = response.headers.get("x-user-token");
  if (token) store.set("userToken", token);
}

/** The envelope of an answer; null where it is none of ours. */
export async function readEnvelope(response: Response): Promise<Envelope | null> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "number" ? (body as Envelope) : null;
}

function offerOf(envelope: Envelope | null): Offer | null {
  if (envelope?.code !== 402 || typeof envelope.info !== "object" || envelope.info === null) return null;
  return "offer" in envelope.info ? (envelope.info.offer as Offer) : null;
}

/** The page's own world. */
export const pageWorld: ApiWorld = {
  fetch: (...given) => fetch(...given),
  store: storage,
  language: activeLanguage,
  region: () => regionOf(navigator.languages),
  cookies: cookiesWork,
  showToast,
  generalFailure: () => translate("errors.general"),
};

/** Does a call of the contract for this page. */
export const call: CallFunction = createCall(pageWorld);
