import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Billing } from "../records/billing.ts";
import { readSale } from "./plan-list.ts";

/** Registers the route of what is on sale. */
export function registerPlans(http: Http, billing: Billing): void {
  handleCall(http, "GET /api/plan", {
    access: "recognised",
    async handle({ query: { seriesId, currency }, language, caller, origin: { region } }) {
      const question = { seriesId, currency, region, language };
      return { info: await readSale(billing, question, caller?.id ?? null) };
    },
  });
}
