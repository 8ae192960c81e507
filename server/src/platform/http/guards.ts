import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";

/** Host headers whose verdict is remembered, and how long a name with its port can be. */
const MOST_HOSTS = 500;
const LONGEST_HOST = 260;

/**
 * Tells hosts that are ours from others, so that no link and no cached page can be made to speak for another address.
 * With a public origin only its host passes; without one, this machine's names and plain IP addresses do, which also
 * stops a foreign name that resolves to us (DNS rebinding). Health checks are exempt: probes use what address they have.
 */
export function hostGuard(publicOrigin: string | null): (request: FastifyRequest) => boolean {
  const verdicts = new Map<string, boolean>();
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host;
  return (request) => {
    const host = request.headers.host ?? "";
    const isOurs = publicHost === null ? verdicts.get(host) : host === publicHost;
    if (isOurs) return true;
    if (request.url === "/healthz" || request.url === "/readyz") return true;
    if (isOurs === false || host.length > LONGEST_HOST) return false;
    if (verdicts.size >= MOST_HOSTS) verdicts.clear();
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
 * False for requests that change something and were made by another site's page: Sec-Fetch-Site decides where the
 * browser sends it, else Origin. Requests with neither come from no browser page and carry no one's cookies unasked.
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
