import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
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
  app.addHook("preValidation", (request, _reply, done) =>
    request.context && request.method !== "GET" ? runForRequest(request.context, done) : done(),
  );
}
