import type { Body, CallName, Data, Envelope, Info, Offer, Query } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { Reason } from "@cliffhanger/contract/reasons";
import { activeLanguage, translate } from "./i18n.ts";
import { notify } from "./notices.ts";
import { type Store, storage } from "./storage.ts";

const timeout = 100_000;

/** A call that did not end in code 200. `code` is the envelope's, the HTTP status, or 0 where nothing answered. */
export class ApiError extends Error {
  readonly code: number;
  readonly reason: Reason | null;
  /** What opens the episode, with code 402. */
  readonly offer: Offer | null;

  constructor(code: number, message: string, reason: Reason | null = null, offer: Offer | null = null) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.reason = reason;
    this.offer = offer;
  }
}

/** The outside world of the calls; tests bring their own. */
export interface ApiWorld {
  fetch: typeof fetch;
  store: Store;
  language(): Language;
  cookies(): boolean;
  notify(text: string): void;
  /** Words for a failure that brought none: offline, timed out, not ours. */
  generalFailure(): string;
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
    const fail = (error: ApiError, words: string | null): never => {
      if (words !== null && !options.quiet) world.notify(words || world.generalFailure());
      throw error;
    };
    const [method = "GET", path = ""] = name.split(" ");
    const response = await send(world, method, path, params, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      return fail(new ApiError(0, String(error)), "");
    });
    keepUserToken(world.store, path, response);
    const envelope = await readEnvelope(response);
    if (!response.ok) {
      return fail(
        new ApiError(response.status, envelope?.message ?? "", envelope?.reason),
        envelope?.message ?? "",
      );
    }
    if (!envelope) return fail(new ApiError(0, "The answer is no envelope."), "");
    if (envelope.code === 200) return (envelope.info ?? envelope.data) as never;
    const error = new ApiError(envelope.code, envelope.message, envelope.reason, offerOf(envelope));
    return fail(error, envelope.code === 500 ? envelope.message : null);
  };
}

function send(
  world: ApiWorld,
  method: string,
  path: string,
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
    "Accept-Language": world.language(),
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

async function readEnvelope(response: Response): Promise<Envelope | null> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "number" ? (body as Envelope) : null;
}

function offerOf(envelope: Envelope): Offer | null {
  if (envelope.code !== 402 || typeof envelope.info !== "object" || envelope.info === null) return null;
  return "offer" in envelope.info ? (envelope.info.offer as Offer) : null;
}

/** Does a call of the contract for this page. */
export const call: CallFunction = createCall({
  fetch: (...given) => fetch(...given),
  store: storage,
  language: activeLanguage,
  cookies: () => navigator.cookieEnabled,
  notify,
  generalFailure: () => translate("errors.general"),
});
