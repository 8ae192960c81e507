import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  type Call,
  type CallName,
  type Calls,
  calls,
  isPermitted,
  type Language,
  type Permission,
} from "@cliffhanger/contract";
import type { FastifyReply } from "fastify";
import type * as z from "zod";
import { AuditReasonError } from "../db/audit.ts";
import {
  bodyOf,
  type CallOutcome,
  type FileOutcome,
  ofOneViewer,
  parse,
  sendFile,
  sendPrivate,
  serialise,
} from "./call.ts";
import { requireConsoleAccess } from "./console-access.ts";
import { DomainError, invalid } from "./errors.ts";
import type { ConsoleOrigin, OperatorCaller } from "./operator-gate.ts";
import { BODY_BYTES, type Http, languageOfRequest } from "./server.ts";
import { refusingUnstorable } from "./storable.ts";

type Taken<C, K extends "query" | "body"> =
  C extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** The names of the console's calls. */
export type ConsoleCallName = Extract<CallName, `${string} /api/console/${string}`>;

/** The operator of a call: a call that needs none gets the signed-in one, if there is one. */
type OperatorOf<C> = C extends { console: { permission: "none" } } ? OperatorCaller | null : OperatorCaller;

/** What a handler of the console receives. */
export interface ConsoleInput<N extends ConsoleCallName> {
  query: Taken<Calls[N], "query">;
  body: Taken<Calls[N], "body">;
  language: Language;
  operator: OperatorOf<Calls[N]>;
  origin: ConsoleOrigin;
}

/**
 * Registers a call of the console. Checked in this order: the operator, the permission, the fresh proof, the input, and
 * the output.
 */
export function handleConsoleCall<N extends ConsoleCallName>(
  http: Http,
  name: N,
  handle: (input: ConsoleInput<N>) => Promise<Exclude<CallOutcome<Calls[N]>, { etag: string }> | FileOutcome>,
): void {
  const call: Call = calls[name];
  const [method = "GET", url = "/"] = name.split(" ");
  requireConsoleAccess(method, url, call);
  http.route({
    method,
    url,
    config: { access: "operator", inspected: true, console: call.console },
    bodyLimit: call.maxBytes ?? BODY_BYTES,
    async handler(request, reply) {
      const origin = http.consoleOriginOf(request);
      const polls = method === "GET" && request.headers["x-console-poll"] === "1";
      const operator = await admitOperator(http, call, { name, origin, polls });
      const query = call.query ? parse(call.query, request.query) : undefined;
      const body = call.body ? parse(call.body, bodyOf(request)) : undefined;
      http.rules.inspect(request);
      const language = languageOfRequest(request);
      const input = { query, body, language, operator, origin } as ConsoleInput<N>;
      const done = await refusingUnstorable(input, () => handle(input));
      if ("file" in done) sendFile(reply, done, call.file ?? "application/octet-stream");
      else if ("info" in done || "data" in done) {
        if (done.headers) reply.headers(done.headers);
        const body = Buffer.from(serialise(name, call, done));
        if (!call.console?.polls || !isKnown(request.headers["if-none-match"], reply, body))
          await sendPrivate(request, reply, body);
      } else throw new Error(`${name} answered with what is not for the console.`);
      return reply;
    },
  });
}

/** Identifies the operator, and rejects those who may not make this call, or must prove who they are first. */
async function admitOperator(
  http: Http,
  { console: access }: Call,
  { name, origin, polls = false }: { name: string; origin: ConsoleOrigin; polls?: boolean },
): Promise<OperatorCaller | null> {
  if (!access) throw new Error(`${name} is no call of the console.`);
  const { operators } = http;
  const operator = await operators.identify(origin, { polls: polls || (access.polls ?? false) });
  if (access.permission === "none") return operator;
  if (!operator) throw new DomainError(401, "operator_required");
  if (!isPermitted(operator.role, access.permission)) {
    await operators.noteRefused(operator, name);
    throw new DomainError(403, "not_permitted");
  }
  if (access.fresh === "always") requireFresh(http, operator);
  return operator;
}

/** Answers 304 when the caller has this body already: most answers of a call that is polled are the one before. */
function isKnown(known: string | undefined, reply: FastifyReply, body: Buffer): boolean {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply.header("etag", etag);
  if (!known?.includes(etag)) return false;
  reply.headers(ofOneViewer).code(304).send();
  return true;
}

/** Refuses an operator whose identity was not proved in the last minutes. */
export function requireFresh({ operators }: Pick<Http, "operators">, operator: OperatorCaller): void {
  if (!operators.isFresh(operator))
    throw new DomainError(401, "fresh_required", { info: { methods: operator.methods } });
}

/** A request that carries the bytes of a file in pieces, of an operator with its permission. */
export interface ByteRequest {
  request: Request;
  id: string;
  operator: OperatorCaller;
}

/**
 * Registers an address below the console that takes files in pieces, as `HEAD` and `PATCH` with a body of its own type, which
 * no form of another site can send. `writes`: the audit action of the call that allowed the file.
 */
export function handleConsoleBytes(
  http: Http,
  {
    url,
    permission,
    maxBytes,
  }: { url: `/api/console/${string}/:id`; permission: Permission; maxBytes: number },
  handle: (input: ByteRequest) => Promise<Response>,
): void {
  const access: NonNullable<Call["console"]> = { permission, writes: "none" };
  http.register(async (scope) => {
    scope.addContentTypeParser("application/offset+octet-stream", (_request, _body, done) => done(null));
    scope.route<{ Params: { id: string } }>({
      method: ["HEAD", "PATCH"],
      url,
      config: { access: "operator", inspected: true, console: access },
      bodyLimit: maxBytes,
      async handler(request, reply) {
        const origin = http.consoleOriginOf(request);
        const call = { summary: "", cache: "private", console: access } as const;
        const operator = await admitOperator(http, call, { name: `${request.method} ${url}`, origin });
        if (!operator) throw new DomainError(401, "operator_required");
        const { method, headers, raw } = request;
        const sent = new Request(new URL(request.url, "http://console.invalid"), {
          method,
          headers: headers as Record<string, string>,
          ...(method === "PATCH" ? { body: Readable.toWeb(raw) as ReadableStream, duplex: "half" } : {}),
        });
        const answer = await handle({ request: sent, id: request.params.id, operator });
        reply.code(answer.status).header("cache-control", "private, no-store");
        for (const [name, value] of answer.headers) reply.header(name, value);
        return reply.send(method === "HEAD" ? null : Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}

/** Says at its field why the audit log refuses a reason; every other error stays as it is. For `catch`. */
export function explainReason(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AuditReasonError) throw invalid([error.at(field)]);
    throw error;
  };
}
