import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "#platform/http/errors";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import type { Billing } from "../records/billing.ts";
import { type GatewayName, GatewayRefused } from "../records/gateway.ts";
import { handleReturn, type ReturnTarget, returnFromSetup } from "./paypal-return.ts";
import { receiveWebhook } from "./receive.ts";

/** The maximum body of a webhook; Stripe's and PayPal's are a few KB. */
const MAX_BYTES = 256 * 1024;

/** Rejected webhooks are logged at most this often, so that forged ones cannot fill the disk. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Registers the webhook routes. The signature covers bytes, so no parser runs before it is verified.
 * Responses are plain text: 200 once stored, 400 if the signature is invalid, 503 to have it sent again.
 */
export async function registerWebhooks(http: Http, billing: Billing): Promise<void> {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const noteRefused = (gateway: GatewayName, { code }: GatewayRefused) => {
    refused += 1;
    billing.meters.webhook({ gateway, type: "other", outcome: "rejected" });
    const now = billing.clock.now().getTime();
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now;
    billing.log.warn({ gateway, code, refused }, "Webhook rejected: not signed by the gateway");
  };
  const receive = async (name: GatewayName, { body, headers }: FastifyRequest, reply: FastifyReply) => {
    const gateway = billing.gateways.get(name);
    if (!gateway) return say(reply, 404, "not configured");
    try {
      await receiveWebhook(billing, gateway, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
      return say(reply, 200, "kept");
    } catch (error) {
      if (error instanceof GatewayRefused) {
        noteRefused(name, error);
        return say(reply, 400, "not accepted");
      }
      billing.meters.webhook({ gateway: name, type: "other", outcome: "unavailable" });
      billing.log.error(
        { err: error, gateway: name },
        "Webhook could not be stored; the gateway will resend it",
      );
      return say(reply, 503, "try again");
    }
  };
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      "*",
      { parseAs: "buffer", bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const status = error instanceof DomainError ? error.code : (error.statusCode ?? 503);
      return status < 500 ? say(reply, status, "not accepted") : say(reply, 503, "try again");
    });
    for (const name of ["stripe", "paypal"] as const) {
      scope.post(
        `/api/webhook/payment/${name}`,
        { config: { access: "anyone" }, bodyLimit: MAX_BYTES },
        (request, reply) => receive(name, request, reply),
      );
    }
  });
}

function say(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers(dataHeaders)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`${text}\n`);
}

type Query = Record<string, string | string[] | undefined>;

/**
 * Registers the return URLs for PayPal (R84). The redirect drops PayPal's `token`, which would be read as a
 * referrer token (R35).
 */
export function registerPayPalReturns(http: Http, billing: Billing): void {
  for (const [name, approved] of [
    ["return", true],
    ["cancel", false],
  ] as const) {
    http.get<{ Querystring: Query }>(
      `/api/webhook/payment/paypal-${name}`,
      { config: { access: "anyone" } },
      async (request, reply) => {
        const setupId = idOf(request.query["setup"]);
        if (setupId !== "") {
          const known = await returnFromSetup(billing, setupId);
          return redirectTo(request, reply, { to: known ? "account" : "nowhere" }, approved);
        }
        const orderId = idOf(request.query["order"]);
        const remoteId = idOf(request.query["token"]);
        const target = await handleReturn(billing, { orderId, remoteId, approved });
        return redirectTo(request, reply, target, approved);
      },
    );
  }
}

function idOf(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value[0] : value;
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : "";
}

function redirectTo(request: FastifyRequest, reply: FastifyReply, target: ReturnTarget, approved: boolean) {
  const url = addressOf(target, approved);
  reply
    .headers(dataHeaders)
    .header("cache-control", "private, no-store")
    .header("referrer-policy", "no-referrer");
  const accept = request.headers.accept ?? "";
  if (accept.includes("application/json") && !accept.includes("text/html"))
    return reply.send({ code: 200, message: "", info: { url } });
  return reply.redirect(url, 302);
}

function addressOf(target: ReturnTarget, approved: boolean): string {
  if (target.to === "paypal") return target.url;
  if (target.to === "account") return `/individual${approved ? "" : "?canceled=1"}`;
  if (target.to === "nowhere") return "/order/result";
  return `/order/result?order=${target.orderId}${approved ? "" : "&canceled=1"}`;
}
