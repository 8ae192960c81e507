import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";

/** Host headers whose verdict is cached, and the longest name with a port. */
const MAX_HOSTS = 500;
const MAX_HOST_LENGTH = 260;

/**
 * Distinguishes our hosts from others, so that no link and no cached page can be made to name another address. With a
 * public origin only its host passes; without one, this machine's names and plain IP addresses do, which also stops an
 * external name that resolves to us (DNS rebinding). Health checks are exempt, because probes use any address.
 */
export function hostGuard(publicOrigin: string | null): (request: FastifyRequest) => boolean {
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

/**
 * Returns false for requests that change data and were made by another site's page: by Sec-Fetch-Site when the browser
 * sends it, otherwise by Origin. Requests with neither do not come from a browser page and carry cookies only
 * deliberately.
 */
export function isOurOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site === "same-origin" || site === "none";
  const origin = request.headers.origin;
  return (
    origin === undefined || origin === (publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`)
  );
}
