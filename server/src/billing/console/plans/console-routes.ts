import type { Language } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { setPlanTexts } from "../../sales/change.ts";
import {
  cancelPlannedPrice,
  type PriceWords,
  previewCancelling,
  previewPlanPrices,
  setPlanPrices,
} from "../../sales/plan-prices.ts";
import type { ConsoleBilling } from "../orders/console-billing.ts";
import { changePlans, namingPlan, previewSelling } from "./acts.ts";
import { describePlans } from "./describe-plans.ts";
import { openPlanFigures } from "./plan-figures.ts";

/** Registers the calls of plans and prices. */
export function registerPlans(http: Http, context: ConsoleBilling): void {
  const { billing, once, gateways } = context;
  const { db, clock } = billing;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const words = async (language: Language): Promise<PriceWords> => ({
    gateways,
    language,
    moment: momentIn(await context.zone()),
  });
  const figures = openPlanFigures(billing);
  handleConsoleCall(http, "GET /api/console/plans", async ({ operator, language }) => ({
    info: await describePlans(context, figures, { role: operator.role, language }),
  }));
  handleConsoleCall(http, "POST /api/console/plans", ({ operator, body, language }) =>
    namingPlan("id", async () => {
      if (body.act === "sell" && body.dryRun)
        return { info: { effect: await previewSelling(billing, body, language) } };
      await once(actingAs(operator), { operatorId: operator.id, call: "plans", body }, async (acting) => {
        await changePlans(acting, body, gateways);
        return {};
      });
      return { info: { effect: null } };
    }),
  );
  handleConsoleCall(http, "POST /api/console/plans/price", ({ operator, body, language }) =>
    namingPlan("from", async () => {
      const request = { ...body, from: body.from === null ? null : new Date(body.from) };
      if (body.dryRun)
        return { info: { effect: await previewPlanPrices(billing, request, await words(language)) } };
      const act = { operatorId: operator.id, call: "plans/price", body };
      await once(actingAs(operator), act, async (acting) => {
        await setPlanPrices(acting, request, await words(language));
        return {};
      });
      return { info: { effect: null } };
    }),
  );
  handleConsoleCall(http, "POST /api/console/plans/price/cancel", ({ operator, body, language }) =>
    namingPlan("at", async () => {
      const wanted = { ...body, at: new Date(body.at) };
      if (body.dryRun)
        return { info: { effect: await previewCancelling(billing, wanted, await words(language)) } };
      const act = { operatorId: operator.id, call: "plans/price/cancel", body };
      await once(actingAs(operator), act, async (acting) => {
        await cancelPlannedPrice(acting, wanted, await words(language));
        return {};
      });
      return { info: { effect: null } };
    }),
  );
  handleConsoleCall(http, "POST /api/console/plans/texts", ({ operator, body }) =>
    namingPlan("names.en", async () => {
      const { id, names, descriptions, from } = body;
      const to = { name: names, description: descriptions };
      await setPlanTexts(actingAs(operator), id, {
        from: { name: from.names, description: from.descriptions },
        to,
      });
      return { info: {} };
    }),
  );
}

/** Returns what writes moments in a zone. */
function momentIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return (at) => `${format.format(at)} (${timeZone})`;
}
