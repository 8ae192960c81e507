import type { IncomingMessage } from "node:http";
import type { FastifyInstance, preValidationHookHandler, RouteOptions } from "fastify";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import { isRequestId, requestContext, runForRequest } from "../request-context.ts";
import { plainAddress, trustedPeers } from "./peers.ts";
import type {} from "./request-declaration.ts";

/**
 * Returns the function that names a request: by `X-Request-Id` of a trusted proxy, so that its log and ours agree,
 * otherwise by a new id. A stranger's header is ignored, because it could make two requests look like one.
 */
export function nameRequests(trustProxy: readonly string[], clock: Clock): (raw: IncomingMessage) => string {
  const isTrusted = trustedPeers(trustProxy);
  return ({ headers, socket }) => {
    const sent = headers["x-request-id"];
    const isTaken = isRequestId(sent) && isTrusted(plainAddress(socket.remoteAddress ?? ""));
    return isTaken ? sent : newId(clock.now());
  };
}

/** Runs everything that a request does within its context. Add it before every other hook. */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest("context", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.context = requestContext(request.id);
    runForRequest(request.context, done);
  });
  // The events of a body arrive in the context of their connection, which is that of no request.
  app.addHook("onRoute", (route) => {
    if ([route.method].flat().some((method) => method !== "GET")) addHookTo(route, continueRequest);
  });
}

const continueRequest: preValidationHookHandler = (request, _reply, done) =>
  request.context && request.method !== "GET" ? runForRequest(request.context, done) : done();

/** Makes a route run one hook more before its handler: a hook of all routes would be called for those that do not need it, too. */
export function addHookTo(route: RouteOptions, hook: preValidationHookHandler): void {
  const hooks = [route.preValidation ?? []].flat();
  // The route for HEAD is made of the one for GET.
  if (!hooks.includes(hook)) route.preValidation = [...hooks, hook];
}
