import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";
import { Refusal } from "./errors.ts";

/**
 * Refuses hosts that are not ours, so that no link and no cached page can be made to speak for another address. With a
 * public origin only its host passes; without one, this machine's names and plain IP addresses do, which also stops a
 * foreign name that resolves to us (DNS rebinding). Health checks are exempt: probes use what address they have.
 */
export function guardHost(request: FastifyRequest, publicOrigin: string | null): void {
  if (request.url === "/healthz" || request.url === "/readyz") return;
  const host = request.headers.host ?? "";
  if (publicOrigin !== null) {
    if (host !== new URL(publicOrigin).host) throw new Refusal(421, "wrong_host");
    return;
  }
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  if (!isLoopback(name) && isIP(name.replace(/^\[|\]$/g, "")) === 0) throw new Refusal(421, "wrong_host");
}

/**
 * Refuses requests that change something and were made by another site's page: Sec-Fetch-Site decides where the browser
 * sends it, else Origin. Requests with neither come from no browser page and carry no one's cookies unasked.
 */
export function guardOrigin(request: FastifyRequest, publicOrigin: string | null): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") {
    if (site === "same-origin" || site === "none") return;
    throw new Refusal(403, "forbidden_origin");
  }
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (origin !== (publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`)) {
    throw new Refusal(403, "forbidden_origin");
  }
}
