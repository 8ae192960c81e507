import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Billing } from "../records/billing.ts";
import { PATH } from "../records/domain-file.ts";
import { readSale } from "./plan-list.ts";

/** Registers the route of what is on sale, and the file that lets Apple Pay be shown with it. */
export function registerPlans(http: Http, billing: Billing): void {
  http.get(PATH, { config: { access: "anyone" } }, async (_request, reply) => {
    const content = await billing.domainFile.read();
    return reply
      .code(content === null ? 404 : 200)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(content ?? "not set\n");
  });
  handleCall(http, "GET /api/plan", {
    access: "recognised",
    async handle({ query: { seriesId, currency }, language, caller, origin: { region } }) {
      const question = { seriesId, currency, region, language };
      return { info: await readSale(billing, question, caller?.id ?? null) };
    },
  });
}
