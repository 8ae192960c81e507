import { answer } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Billing } from "../billing.ts";
import { subscriptionOf } from "../subscriptions/view.ts";
import { readPlanList } from "./plan-list.ts";

/** Registers what is on sale. */
export function registerPlans(http: Http, billing: Billing): void {
  answer(http, "GET /api/plan", {
    access: "recognised",
    async handle({ query: { seriesId, currency }, language, caller, origin: { region } }) {
      const [list, subscription] = await Promise.all([
        readPlanList(billing, { seriesId, currency, region, language }),
        caller && subscriptionOf(billing, caller.id, language),
      ]);
      return { info: { ...list, subscription } };
    },
  });
}
