import {
  type Call,
  type CallName,
  type Calls,
  calls,
  type Data,
  type Info,
  type Language,
} from "@cliffhanger/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import {
  type CachedResponse,
  cachedResponseOf,
  chooseEncoding,
  encodeBody,
  encodedResponse,
  TRANSIENT_QUALITY,
} from "./cached-response.ts";
import type { Caller, Origin } from "./caller.ts";
import { invalid, signInRequired } from "./errors.ts";
import { dataHeaders } from "./headers.ts";
import type { Click } from "./request-rules.ts";
import { type Access, BODY_BYTES, type Http, languageOfRequest } from "./server.ts";

type Taken<C, K extends "query" | "body"> =
  C extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type TextOutcome<C, K extends "info" | "data"> =
  C extends Record<K, infer S extends z.ZodType> ? z.output<S> : never;

/** What a handler receives: the request as the contract describes it. */
interface InputOf<C extends Call> {
  query: Taken<C, "query">;
  body: Taken<C, "body">;
  language: Language;
  /** Attribution data of the request. */
  click: Click;
  /** Whether the request has a session to find its caller by; it may have ended. */
  bringsSession: boolean;
}

/** The input of a call in the contract's table, by its name. */
export type CallInput<N extends CallName> = InputOf<Calls[N]>;

/** The caller that a route's access provides: with `anyone` it is not identified, with `recognised` it may be null. */
export type CallerOf<A extends Access> = A extends "anyone"
  ? null
  : A extends "recognised"
    ? Caller | null
    : A extends "member"
      ? Caller & { kind: "member" }
      : Caller;

/** A file that is sent instead of an envelope, to be saved under a name. */
export interface FileOutcome {
  file: Buffer;
  name: string;
}

/** A cached response that is sent as a private answer, because this viewer has no private data in it. */
export interface PrivateDocument {
  privately: CachedResponse;
}

/** One viewer's answer as JSON, made of texts that were checked against the contract when they were written. */
export interface PrivateText {
  part: "info" | "data";
  json: string;
}

/** What a handler returns: one item, a list, a file, or a prepared response. Refusals are thrown. */
export type CallOutcome<C extends Call> =
  | (({ info: TextOutcome<C, "info"> } | { data: TextOutcome<C, "data"> }) & {
      headers?: Record<string, string>;
    })
  | FileOutcome
  | PrivateDocument
  | PrivateText
  | CachedResponse;

/** How a call is answered. */
export interface CallHandler<C extends Call, A extends Access> {
  access: A;
  /** Whether it stores data about its caller: a guest without a row is saved first, once the request is valid. */
  savesGuest?: boolean;
  /** Whether the handler itself identifies the caller, in the statement that reads the answer. It gets none then. */
  identifies?: boolean;
  handle: (
    input: InputOf<C> & { caller: CallerOf<A>; origin: Origin },
  ) => CallOutcome<C> | Promise<CallOutcome<C>>;
}

/** Registers a call of the contract. Input and output are checked against its schemas; unknown fields are dropped. */
export function handleCall<N extends CallName, A extends Access>(
  http: Http,
  name: N,
  handler: CallHandler<Calls[N], A>,
): void {
  answerCall<Calls[N], A>(http, name, calls[name], handler);
}

/** Registers a call outside the table of calls: one that exists only with the simulators. */
export function answerCall<C extends Call, A extends Access>(
  http: Http,
  name: string,
  call: C,
  { access, savesGuest = false, identifies = false, handle }: CallHandler<C, A>,
): void {
  const [method = "GET", url = "/"] = name.split(" ");
  const run = (request: FastifyRequest, caller: Caller | null) => {
    const query = call.query ? http.rules.clean(parse(call.query, request.query)) : undefined;
    const body = call.body ? http.rules.clean(parse(call.body, bodyOf(request))) : undefined;
    http.rules.inspect(request);
    const language = languageOfRequest(request);
    const sent = { query, body, language, caller: caller as CallerOf<A> };
    const input = new Input(request, sent) as unknown as InputOf<C> & { caller: CallerOf<A>; origin: Origin };
    if (!savesGuest || !caller?.save) return handle(input);
    return caller.save({ click: input.click, language }).then(() => handle(input));
  };
  // A call that may have private answers declares it in its public answer too.
  const vary = access === "recognised" ? `${varyOfAll}, Cookie, X-User-Token` : varyOfAll;
  http.route({
    method,
    url,
    config: { access, inspected: true },
    bodyLimit: call.maxBytes ?? BODY_BYTES,
    // A document that is stored is sent at once: each promise in between would cost as much as its headers.
    handler(request, reply) {
      const unidentified =
        access === "anyone" || (access === "recognised" && (identifies || !bringsSession(request)));
      const outcome = unidentified ? run(request, null) : admit(http, request, access, run);
      if (!(outcome instanceof Promise) && "etag" in outcome)
        return sendDocument(request, reply, outcome, { vary });
      return sendOutcome(request, reply, outcome);
    },
  });
  const sendOutcome = async (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: CallOutcome<C> | Promise<CallOutcome<C>>,
  ) => {
    const done = await outcome;
    if ("etag" in done) await sendDocument(request, reply, done, { vary });
    else if ("privately" in done) await sendPrivately(request, reply, done.privately);
    else if ("json" in done) await sendPrivate(request, reply, Buffer.from(envelopeOf(done.part, done.json)));
    else if ("file" in done) sendFile(reply, done, call.file ?? "application/octet-stream");
    else {
      if (done.headers) reply.headers(done.headers);
      await sendPrivate(request, reply, Buffer.from(serialise(name, call, done)));
    }
    return reply;
  };
}

/**
 * The input of a call. What few handlers read is worked out when it is read, by getters of the class: V8 puts each getter of an
 * object's own into the old generation, where it holds the request until the next full collection.
 */
class Input {
  readonly #request: FastifyRequest;
  readonly query: unknown;
  readonly body: unknown;
  readonly language: Language;
  readonly caller: Caller | null;

  constructor(
    request: FastifyRequest,
    { query, body, language, caller }: Pick<Input, "query" | "body" | "language" | "caller">,
  ) {
    this.#request = request;
    this.query = query;
    this.body = body;
    this.language = language;
    this.caller = caller;
  }

  get click(): Click {
    return this.#request.server.rules.readClick(this.#request);
  }

  get origin(): Origin {
    return this.#request.server.originOf(this.#request);
  }

  get bringsSession(): boolean {
    return bringsSession(this.#request);
  }
}

/** Returns whether the request has a session to find its caller by. */
function bringsSession({ headers }: FastifyRequest): boolean {
  return headers["x-user-token"] !== undefined || (headers.cookie?.includes("sid=") ?? false);
}

/** Identifies the caller and rejects those that the route's access does not allow. */
async function admit<T>(
  http: Http,
  request: FastifyRequest,
  access: Access,
  run: (request: FastifyRequest, caller: Caller | null) => T | Promise<T>,
): Promise<T> {
  const caller = await http.identify(http.originOf(request));
  const allowed = access === "recognised" || (access === "visitor" ? caller : caller?.kind === "member");
  if (!allowed) throw signInRequired();
  return run(request, caller);
}

/** Returns the body. A DELETE may use its query instead, because many clients send no body with it. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.method !== "DELETE") return request.body;
  const named = Object.entries(request.query as Record<string, unknown>).map(([key, value]) => [
    key,
    value === "true" ? true : value,
  ]);
  return { ...Object.fromEntries(named), ...(request.body as object | undefined) };
}

/** Sends a file to be saved under its name. */
export function sendFile(reply: FastifyReply, { file, name }: FileOutcome, type: string): void {
  reply
    .headers(dataHeaders)
    .header("cache-control", "private, no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .type(type)
    .send(file);
}

/** Returns the envelope's text for an outcome, checked against the contract. */
export function serialise(name: string, call: Call, outcome: { info: unknown } | { data: unknown }): string {
  const part = "info" in outcome ? "info" : "data";
  const schema = call[part];
  if (!schema) throw new Error(`${name} answered with ${part}, which the contract does not know.`);
  const value = schema.parse("info" in outcome ? outcome.info : outcome.data);
  return envelopeOf(part, JSON.stringify(value));
}

function envelopeOf(part: "info" | "data", json: string): string {
  return `{"code":200,"message":"","${part}":${json}}`;
}

/** Creates a response from a public answer. */
export function documentOfCall<N extends CallName>(
  name: N,
  outcome: { info: Info<N> } | { data: Data<N> },
): CachedResponse {
  return cachedResponseOf(serialise(name, calls[name], outcome), "application/json; charset=utf-8");
}

/**
 * Sends a public response: revalidated each time by its ETag, so that changes are visible at once. `vary`: the headers
 * that selected it. `keptSeconds`: for so long it is not asked for again, where its address names what it says. Returns a
 * promise only if it must be compressed first.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CachedResponse,
  { vary = varyOfAll, keptSeconds = 0 }: { vary?: string; keptSeconds?: number } = {},
): Promise<void> | undefined {
  const lasting = keptSeconds > 0 ? `max-age=${keptSeconds}` : "no-cache";
  reply.header("cache-control", `public, ${lasting}`).header("vary", vary).header("etag", document.etag);
  if (request.headers["if-none-match"]?.includes(document.etag)) {
    reply.code(304).send();
    return undefined;
  }
  reply.header("content-type", document.type);
  if (document.type.startsWith("application/json")) reply.headers(dataHeaders);
  return sendEncoded(request, reply, document);
}

function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CachedResponse,
): Promise<void> | undefined {
  const encoding = chooseEncoding(request.headers["accept-encoding"], document.body.length);
  if (encoding) reply.header("content-encoding", encoding);
  const body = encoding ? encodedResponse(document, encoding) : document.body;
  if (body instanceof Promise) return body.then((encoded) => void reply.send(encoded));
  reply.send(body);
  return undefined;
}

const varyOfAll = "Accept-Language, Accept-Encoding";

/** The headers of an answer for one caller, which nothing stores. */
export const ofOneViewer = { ...dataHeaders, "cache-control": "private, no-store", vary: varyOfAll };

async function sendPrivately(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CachedResponse,
): Promise<void> {
  reply.headers(ofOneViewer).type(document.type);
  await sendEncoded(request, reply, document);
}

/** Sends an answer for one caller, which nothing stores. */
export async function sendPrivate(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<void> {
  reply.headers(ofOneViewer);
  reply.type("application/json; charset=utf-8");
  const encoding = chooseEncoding(request.headers["accept-encoding"], body.length);
  if (encoding) reply.header("content-encoding", encoding);
  reply.send(encoding ? await encodeBody(body, encoding, TRANSIENT_QUALITY) : body);
}

/** Returns a value as its schema has it; throws the refusal that names the wrong fields. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw invalid(fieldsOf(result.error.issues));
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): { field: string; message: string }[] {
  return issues.slice(0, 20).flatMap((issue) => {
    if (issue.code === "invalid_union") return fieldsOf(issue.errors.flat());
    return [{ field: issue.path.join("."), message: issue.message }];
  });
}
