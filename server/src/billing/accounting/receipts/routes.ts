import { Id } from "@cliffhanger/contract";
import { signInRequired } from "#platform/http/errors";
import { type Http, languageOfRequest } from "#platform/http/server";
import type { Billing } from "../../records/billing.ts";
import { readReceipt } from "./read.ts";

/** Registers the receipt: an HTML document that only its owner may read. */
export function registerReceipts(http: Http, billing: Billing): void {
  http.get<{ Querystring: Record<string, unknown> }>(
    "/api/payment/receipt",
    { config: { access: "member" } },
    async (request, reply) => {
      const caller = await http.identify(http.originOf(request));
      if (caller?.kind !== "member") throw signInRequired();
      const { orderId, format = "html" } = request.query;
      const { html, policy } = await readReceipt(billing, {
        orderId: Id.safeParse(orderId).data ?? "",
        format: typeof format === "string" ? format : "",
        visitorId: caller.id,
        language: languageOfRequest(request),
      });
      return reply
        .header("content-security-policy", policy)
        .header("x-frame-options", "DENY")
        .header("cache-control", "private, no-store")
        .type("text/html; charset=utf-8")
        .send(html);
    },
  );
}
