import type { FastifyReply, FastifyRequest } from "fastify";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import type { Billing } from "../../billing.ts";
import { comeBack, type WayOn } from "./come-back.ts";

type Query = Record<string, string | string[] | undefined>;

/**
 * Registers where PayPal sends browsers back to (R84). The page that follows never sees PayPal's `token`, which would be
 * taken for a referrer's (R35).
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
        const orderId = wordOf(request.query["order"]);
        const remoteId = wordOf(request.query["token"]);
        const way = await comeBack(billing, { orderId, remoteId, approved });
        return send(request, reply, way, approved);
      },
    );
  }
}

function wordOf(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value[0] : value;
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : "";
}

function send(request: FastifyRequest, reply: FastifyReply, way: WayOn, approved: boolean) {
  const url = addressOf(way, approved);
  reply
    .headers(dataHeaders)
    .header("cache-control", "private, no-store")
    .header("referrer-policy", "no-referrer");
  const accept = request.headers.accept ?? "";
  if (accept.includes("application/json") && !accept.includes("text/html"))
    return reply.send({ code: 200, message: "", info: { url } });
  return reply.redirect(url, 302);
}

function addressOf(way: WayOn, approved: boolean): string {
  if (way.to === "paypal") return way.url;
  if (way.to === "nowhere") return "/order/result";
  return `/order/result?order=${way.orderId}${approved ? "" : "&canceled=1"}`;
}
