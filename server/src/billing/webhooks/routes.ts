import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#platform/http/errors";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import type { Billing } from "../billing.ts";
import { type GatewayName, GatewayRefused } from "../gateway.ts";
import { receiveWebhook } from "./receive.ts";

/** A webhook at most; Stripe's and PayPal's are a few KB. */
const mostBytes = 256 * 1024;

/** Refused webhooks are logged at most this often: whoever forges them does not fill the disk. */
const quietMs = 60_000;

/** What the webhooks count. */
export interface WebhookCounts {
  /** Those that were not the gateway's since the start. */
  refused(): number;
}

/**
 * Registers where gateways tell us of changes. What they signed are bytes, so bytes are what is read: no parser runs
 * before the signature was checked. Answers are plain: 200 once it is kept, 400 where it is not theirs, 503 to have it sent
 * again.
 */
export async function registerWebhooks(http: Http, billing: Billing): Promise<WebhookCounts> {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const noteRefused = (gateway: GatewayName, { code }: GatewayRefused) => {
    refused += 1;
    const now = billing.clock.now().getTime();
    if (now - loggedAt < quietMs) return;
    loggedAt = now;
    billing.log.warn({ gateway, code, refused }, "A webhook was refused: it is not signed by the gateway");
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
      billing.log.error({ err: error, gateway: name }, "A webhook could not be kept; it will be sent again");
      return say(reply, 503, "try again");
    }
  };
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(
      "*",
      { parseAs: "buffer", bodyLimit: mostBytes },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const status = error instanceof Refusal ? error.code : (error.statusCode ?? 503);
      return status < 500 ? say(reply, status, "not accepted") : say(reply, 503, "try again");
    });
    for (const name of ["stripe", "paypal"] as const) {
      scope.post(
        `/api/webhook/payment/${name}`,
        { config: { access: "anyone" }, bodyLimit: mostBytes },
        (request, reply) => receive(name, request, reply),
      );
    }
  });
  return { refused: () => refused };
}

function say(reply: FastifyReply, status: number, words: string): FastifyReply {
  return reply
    .code(status)
    .headers(dataHeaders)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`${words}\n`);
}
