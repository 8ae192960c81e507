import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { AccessLog } from "../serving-settings.ts";
import type {} from "./request-declaration.ts";

const SLOW_MS = 1_000;
const SAMPLE_SIZE = 100;
/** How long these take depends on the network of the viewer. */
const sentSlowly = /^\/(media|assets)\//;
/** The health check logs its own changes; a probe repeats every few seconds. */
const probes = new Set(["/healthz", "/readyz"]);

/** Returns whether a failed answer, or else a slow one, is worth a line at this route. */
function isNotableAt(url: string, status: number): boolean {
  return !probes.has(url) && (status >= 500 || !sentSlowly.test(url));
}

/**
 * Returns the hook that logs answers by route pattern: never a query, a grant, an address or an email. Null: nothing
 * is to be logged. Failed and slow answers are warnings, which the log folds during an outage.
 */
export function openAccessLog(
  log: Log,
  mode: AccessLog,
  routeOf: (request: FastifyRequest) => string,
): ((request: FastifyRequest, reply: FastifyReply) => void) | null {
  const isVerbose = log.isLevelEnabled("debug");
  if (mode === "off" && !isVerbose) return null;
  let answered = 0;
  return (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const mayBeNotable = mode !== "off" && (status >= 500 || elapsedTime > SLOW_MS);
    const isNotable = mayBeNotable && isNotableAt(request.routeOptions.url ?? "", status);
    const isWanted = mode === "all" || (mode === "sampled" && answered++ % SAMPLE_SIZE === 0);
    if (!isNotable && !isWanted && !isVerbose) return;
    const fields = {
      requestId: request.id,
      method: request.method,
      path: routeOf(request),
      status,
      ms: Math.round(elapsedTime),
      bytes: Number(reply.getHeader("content-length") ?? 0),
      dbMs: Math.round(request.context?.dbMs ?? 0),
      visitor: request.context?.visitor ?? "none",
    };
    if (isWanted) log.info(fields, "Request answered");
    else if (isNotable)
      log.warn({ ...fields, reason: status >= 500 ? `status ${status}` : "slow" }, "Request answered");
    else log.debug(fields, "Request answered");
  };
}
