import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../loopback.ts";
import { isConsolePath, ownOriginOf } from "./operator-gate.ts";

/** Host headers whose verdict is cached, and the longest name with a port. */
const MAX_HOSTS = 500;
const MAX_HOST_LENGTH = 260;

/**
 * Distinguishes our hosts from others, so that no link and no cached page can be made to name another address. With a
 * public origin only its host passes; without one, this machine's names and plain IP addresses do, which also stops an
 * external name that resolves to us (DNS rebinding). Health checks are exempt, because probes use any address.
 */
function hostGuard(publicOrigin: string | null): (request: FastifyRequest) => boolean {
  const verdicts = new Map<string, boolean>();
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host;
  return (request) => {
    const host = request.headers.host ?? "";
    const isOurs = publicHost === null ? verdicts.get(host) : host === publicHost;
    if (isOurs) return true;
    if (request.url === "/healthz" || request.url === "/readyz") return true;
    if (isOurs === false || host.length > MAX_HOST_LENGTH) return false;
    if (verdicts.size >= MAX_HOSTS) verdicts.clear();
    const verdict = isLocal(host);
    verdicts.set(host, verdict);
    return verdict;
  };
}

function isLocal(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

/** The origins of the site and of its console; null: any name of this machine, and the console at the site's own. */
interface Origins {
  publicOrigin: string | null;
  consoleOrigin: string | null;
}

/** Why a request is refused before its route is known. */
interface SiteRefusal {
  code: number;
  reason: "wrong_host" | "not_found" | "forbidden_origin";
}

/**
 * Returns the judge of a request by its host, path and sender. With an origin of its own, the console answers there
 * alone, and nothing else does but the pictures that it shows.
 */
export function siteGuard({
  publicOrigin,
  consoleOrigin,
}: Origins): (request: FastifyRequest, path: string) => SiteRefusal | null {
  const isOurHost = hostGuard(publicOrigin);
  const consoleHost = consoleOrigin === null ? null : new URL(consoleOrigin).host;
  return (request, path) => {
    const isConsole = isConsolePath(path);
    if (consoleHost !== null && request.headers.host === consoleHost) {
      const isAnswered = isConsole || path.startsWith("/media/images/") || isProbe(path);
      if (!isAnswered) return { code: 404, reason: "not_found" };
    } else {
      if (!isOurHost(request)) return { code: 421, reason: "wrong_host" };
      if (consoleHost !== null && isConsole) return { code: 404, reason: "not_found" };
    }
    const isOurs = isConsole
      ? isFromConsole(request, consoleOrigin ?? publicOrigin)
      : isOurOrigin(request, publicOrigin);
    return isOurs ? null : { code: 403, reason: "forbidden_origin" };
  };
}

function isProbe(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
}

/**
 * Returns whether a request that changes data was made by the console's own page. Unlike for visitors, one that does not
 * say where it comes from is refused: every browser that the console supports says so.
 */
function isFromConsole(request: FastifyRequest, ownOrigin: string | null): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site === "same-origin";
  return request.headers.origin === ownOriginOf(request, ownOrigin);
}

/**
 * Returns false for requests that change data and were made by another site's page: by Sec-Fetch-Site when the browser
 * sends it, otherwise by Origin. Requests with neither do not come from a browser page and carry cookies only
 * deliberately.
 */
function isOurOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site === "same-origin" || site === "none";
  const origin = request.headers.origin;
  return (
    origin === undefined || origin === (publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`)
  );
}
