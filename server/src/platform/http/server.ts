import {
  type ConsoleAccess,
  type Envelope,
  type Language,
  negotiateLanguage,
  type Reason,
} from "@cliffhanger/contract";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from "fastify";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { isDatabaseUnavailable, isTransient } from "../db/errors.ts";
import { ClockError } from "../db/verified-clock.ts";
import type { Log } from "../log.ts";
import { currentRequest, runForRequest } from "../request-context.ts";
import type { AccessLog } from "../serving-settings.ts";
import { openAccessLog } from "./access-log.ts";
import { type Identify, networkOf, type Origin, originOf } from "./caller.ts";
import { answerClientError } from "./client-errors.ts";
import { requireConsoleAccess } from "./console-access.ts";
import { errorPage } from "./error-page.ts";
import { DomainError, type MessageOf } from "./errors.ts";
import { siteGuard } from "./guards.ts";
import { commonHeaders, dataHeaders, pageHeaders, strictTransport } from "./headers.ts";
import { type ConsoleOrigin, consoleOriginOf, isConsolePath, type OperatorGate } from "./operator-gate.ts";
import { openRefusedLog } from "./refused.ts";
import { addHookTo, followRequests, nameRequests } from "./request-id.ts";
import type { RequestRules } from "./request-rules.ts";

/**
 * Who may call a route. Every route declares it, or the server does not start. `anyone`: the caller is not identified;
 * `recognised`: anyone, and a session is looked up when there is one; `visitor`: a guest or member; `member`: signed
 * in; `operator`: by the permission that the contract names.
 */
export type Access = "anyone" | "recognised" | "visitor" | "member" | "operator";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** What a route of the console needs. */
    console?: ConsoleAccess | undefined;
    /** Whether the route inspects its input itself, after access and schema checks. */
    inspected?: boolean;
  }
  interface FastifyInstance {
    /** What the domains decide about every request. */
    rules: RequestRules;
    /** Identifies the caller of a request. */
    identify: Identify;
    originOf(request: FastifyRequest): Origin;
    /** What the operators' domain decides about requests of the console. */
    operators: OperatorGate;
    consoleOriginOf(request: FastifyRequest): ConsoleOrigin;
    messageOf: MessageOf;
    /** Counts refused access for the log when it is not thrown as a refusal. */
    noteRefused(request: FastifyRequest, code: number): void;
  }
}

/** Largest body in bytes, unless a call declares more. */
export const BODY_BYTES = 16 * 1024;

/** The web server. */
export type Http = FastifyInstance;

/** What `openHttp` needs. */
export interface HttpOptions {
  config: Pick<Config, "publicOrigin" | "trustProxy"> & {
    accessLog?: AccessLog;
    consoleOrigin?: string | null;
  };
  log: Log;
  clock: Clock;
  /** Identifies the caller of a request. */
  identify: Identify;
  /** Identifies operators; without it no call of the console is answered. */
  operators?: OperatorGate;
  rules: RequestRules;
  messageOf: MessageOf;
  /** Answers a path without a route that is not an API path: the shell, with 404. */
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Called with the code of each refusal. */
  refused?: (code: number) => void;
}

/**
 * Replaces the framework's schema compilers, 150 modules that it would load at the start: calls are validated by the
 * contract's schemas, so no route has one for the framework.
 */
const noCompilers = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error("A route has a schema for the framework; use the contract's.");
}

/** Creates the web server: limits, headers, guards, and every fault as the envelope. Routes are added before `ready()`. */
export function openHttp(options: HttpOptions): Http {
  const { config, log, clock, identify, rules, messageOf, page } = options;
  // Every line has the id of its request from its context (log.ts), so a logger for each request would only cost time.
  const logger: FastifyBaseLogger = Object.create(log, { child: { value: () => logger } });
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024 },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: nameRequests(config.trustProxy, clock),
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: noCompilers },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, messageOf),
    // Addresses that cannot be decoded: no hook runs for them.
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(request, reply.headers(commonHeaders), new DomainError(400, "invalid_request"));
    },
  });
  followRequests(app);
  app.decorate("identify", async (origin: Origin) => {
    const caller = await identify(origin);
    const context = currentRequest();
    if (context && caller) context.visitor = caller.kind;
    return caller;
  });
  app.decorate("rules", rules);
  app.decorate("messageOf", messageOf);
  const consoleOrigin = config.consoleOrigin ?? null;
  app.decorate("operators", options.operators ?? noOperators);
  app.decorate("consoleOriginOf", (request: FastifyRequest) =>
    consoleOriginOf(request, consoleOrigin ?? config.publicOrigin),
  );
  app.decorate("originOf", (request: FastifyRequest) => originOf(request, config.publicOrigin));
  const refusedLog = openRefusedLog(log);
  const noteRefused = (request: FastifyRequest, code: number) => {
    options.refused?.(code);
    refusedLog.note({
      code,
      path: loggedPathOf(request),
      network: networkOf(request.ip),
      requestId: request.id,
    });
  };
  app.decorate("noteRefused", noteRefused);
  app.addHook("onClose", (_app, done) => {
    refusedLog.flush();
    done();
  });
  // A missing body is not a fault: the call's schema says what it needs.
  const parseJson = app.getDefaultJsonParser("error", "error");
  // The framework also parses plain text, which another site's form could send.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : void parseJson(request, body, done),
  );
  const methods = new Map<string, Set<string>>();

  const inspect = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      rules.inspect(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  app.addHook("onRoute", (route) => {
    if (!route.config?.access)
      throw new Error(`Route ${String(route.method)} ${route.url} does not say who may call it.`);
    if (isConsolePath(route.url) && route.url.startsWith("/api/"))
      for (const method of [route.method].flat())
        if (method !== "HEAD") requireConsoleAccess(method, route.url, route.config);
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
    if (isInspected(route)) addHookTo(route, inspect);
  });
  const everywhere = config.publicOrigin?.startsWith("https:")
    ? { ...commonHeaders, "strict-transport-security": strictTransport }
    : commonHeaders;
  const guard = siteGuard({ publicOrigin: config.publicOrigin, consoleOrigin });
  // With callbacks instead of promises, because these run for every answer.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(everywhere).header("x-request-id", request.id);
    const refusal = guard(request, pathOf(request));
    if (!refusal) return done();
    noteRefused(request, refusal.code);
    return sendRefusal(request, reply, new DomainError(refusal.code, refusal.reason), true);
  });
  const logAnswer = openAccessLog(log, config.accessLog ?? "off", loggedPathOf);
  if (logAnswer)
    app.addHook("onResponse", (request, reply, done) => {
      logAnswer(request, reply);
      done();
    });
  app.setErrorHandler<FastifyError | DomainError>((error, request, reply) => {
    // The route may have declared the file public before it failed: an edge would keep the fault for all viewers.
    reply.removeHeader("cdn-cache-control");
    if (error instanceof DomainError) {
      noteRefused(request, error.code);
      return sendRefusal(request, reply, error);
    }
    const send = () => answerFault(error, request, reply, log);
    return request.context ? runForRequest(request.context, send) : send();
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const allowed = methods.get(path) ?? methodsOfPattern(methods, path);
    if (allowed && !allowed.has(request.method)) {
      reply.header("allow", [...allowed].join(", "));
      return sendRefusal(request, reply, new DomainError(405, "method_not_allowed"));
    }
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (!isPage || /^\/(api|media|assets)(\/|$)/.test(path))
      return sendRefusal(request, reply, notFoundFault, true);
    return page(request, reply);
  });
  return app;
}

/**
 * Returns whether the input of a route is inspected before its handler. Pages, media and beacons store nothing of their query and
 * must open from any advertiser's link.
 */
function isInspected({ url, config }: RouteOptions): boolean {
  return !config?.inspected && url.startsWith("/api/") && url !== "/api/statics.png";
}

/** Returns the methods of the route that a path belongs to: a folder is one route for all its files, and a name one for all names. */
function methodsOfPattern(
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  path: string,
): ReadonlySet<string> | undefined {
  const given = path.split("/");
  const isOf = (url: string) => {
    if (url.endsWith("/*")) return path.startsWith(url.slice(0, -1));
    const parts = url.split("/");
    return (
      parts.length === given.length &&
      parts.every((part, at) => (part.startsWith(":") ? given[at] !== "" : part === given[at]))
    );
  };
  return [...methods].find(([url]) => isOf(url))?.[1];
}

function unavailableOf(error: FastifyError): string {
  return `Request failed: ${error.name === "StoreUnavailableError" ? "media storage" : "database"} unavailable`;
}

/** Logs and answers an error that no rule threw. */
function answerFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status < 500) return sendRefusal(request, reply, new DomainError(status, reasonOfStatus(status)));
  const isUnavailable = status === 503 || isDatabaseUnavailable(error) || isTransient(error);
  if (isUnavailable || error instanceof ClockError) {
    log.warn(
      { reason: error.message, path: loggedPathOf(request) },
      isUnavailable ? unavailableOf(error) : "Request failed: the clock is wrong",
    );
    reply.header("retry-after", "2");
    return sendFault(request, reply, new DomainError(503, "unavailable"));
  }
  log.error({ err: error, path: loggedPathOf(request) }, "Request failed");
  return sendFault(request, reply, new DomainError(500, "internal_error"));
}

const noOperators: OperatorGate = {
  identify: async () => null,
  isFresh: () => false,
  noteRefused: async () => undefined,
};

const notFoundFault = new DomainError(404, "not_found");
/** Handled outcomes: HTTP says 200 because the request was valid; the code tells the screen what to do. */
const handled = new Set([401, 402, 404, 409, 500]);

/** Returns the request's path without its query, which may contain data that must not be logged. */
export function pathOf(request: FastifyRequest): string {
  const at = request.url.indexOf("?");
  return at < 0 ? request.url : request.url.slice(0, at);
}

/**
 * Returns the path as it may be logged: the route's pattern, and of a page only its start. The rest may be a grant that
 * opens media, a search term, or other user input.
 */
function loggedPathOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url !== undefined) return url;
  const [, first, rest] = /^\/([A-Za-z]{0,20})(\/.*)?$/s.exec(pathOf(request)) ?? [];
  if (first === undefined) return "/…";
  return rest === undefined ? `/${first}` : `/${first}/…`;
}

/** Characters of Accept-Language that are parsed. */
const MAX_LANGUAGES_LENGTH = 500;
const negotiated = new Map<string, Language>();

/** Returns the language of the request's messages. */
export function languageOfRequest(request: FastifyRequest): Language {
  const header = (request.headers["accept-language"] ?? "").slice(0, MAX_LANGUAGES_LENGTH);
  const known = negotiated.get(header);
  if (known) return known;
  const language = negotiateLanguage(header) ?? "en";
  if (negotiated.size > 2000) negotiated.clear();
  negotiated.set(header, language);
  return language;
}

/** Sends a refusal as the envelope; with `fault` its code is also the HTTP status. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: DomainError,
  fault = false,
): FastifyReply {
  const language = languageOfRequest(request);
  const message = request.server.messageOf(refusal.reason, language);
  const errors = refusal.errors?.map((fault) => ({
    field: fault.field,
    message: fault.say?.(language) ?? fault.message,
  }));
  const envelope: Envelope = {
    code: refusal.code,
    message,
    reason: refusal.reason,
    // A refusal writes no log line that its id could lead to.
    ...(fault && refusal.code >= 500 ? { requestId: request.id } : {}),
    ...(refusal.info === undefined ? {} : { info: refusal.info }),
    ...(errors === undefined ? {} : { errors }),
    ...(refusal.field === undefined ? {} : { errors: [{ field: refusal.field, message }] }),
  };
  if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
  const isHandled = handled.has(refusal.code) || refusal.reason === "not_permitted";
  const status = fault || !isHandled ? refusal.code : 200;
  return reply
    .code(status)
    .headers(dataHeaders)
    .header("cache-control", "private, no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(envelope));
}

/** Returns whether a user opens it in the address bar: neither a call nor a file. */
function isPageRequest(request: FastifyRequest): boolean {
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && !/^\/(api|media|assets)(\/|$)/.test(pathOf(request));
}

/** Sends an internal fault: to a browser as a page, to a client of the API as the envelope. */
function sendFault(request: FastifyRequest, reply: FastifyReply, fault: DomainError): FastifyReply {
  if (!isPageRequest(request)) return sendRefusal(request, reply, fault, true);
  const language = languageOfRequest(request);
  const message = request.server.messageOf(fault.reason, language);
  const label = request.server.messageOf("request_id", language);
  const page = errorPage({
    message,
    language,
    retry: fault.code === 503,
    requestId: { label, value: request.id },
  });
  return reply
    .code(fault.code)
    .headers(pageHeaders)
    .header("cache-control", "private, no-store")
    .type("text/html; charset=utf-8")
    .send(page);
}

function reasonOfStatus(status: number): Reason {
  if (status === 404) return "not_found";
  if (status === 405) return "method_not_allowed";
  if (status === 413) return "too_large";
  if (status === 415) return "unsupported_media_type";
  if (status === 429) return "too_many_requests";
  return "invalid_request";
}
