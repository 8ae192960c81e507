import * as z from "zod";
import type { Call } from "../call.ts";
import {
  ConsolePlans,
  PlanAct,
  PlanPriceCancel,
  PlanPriceChange,
  PlanPriceEffect,
  PlanTextsChange,
} from "./plans.ts";

/** What an act would do; null once it is done. */
const Answer = z.object({ effect: PlanPriceEffect.nullable() });

/** The calls of plans and their prices. */
export const consolePlanCalls = {
  "GET /api/console/plans": {
    summary: "All plans in their order: prices now and planned, members, and what each renews at",
    cache: "private",
    info: ConsolePlans,
    console: { permission: "plan.read" },
  },
  "POST /api/console/plans": {
    summary: "Adds a plan, takes one off sale or back on, or puts the plans in another order",
    cache: "private",
    body: PlanAct,
    info: Answer,
    console: { permission: "plan.write", writes: "plan.change", fresh: "always" },
  },
  "POST /api/console/plans/price": {
    summary: "Sets prices of a plan, or the general price of a series, from a moment on",
    cache: "private",
    body: PlanPriceChange,
    info: Answer,
    console: { permission: "plan.write", writes: "plan.price", fresh: "always" },
  },
  "POST /api/console/plans/price/cancel": {
    summary: "Cancels a price that has not begun",
    cache: "private",
    body: PlanPriceCancel,
    info: Answer,
    console: { permission: "plan.write", writes: "plan.price.cancel", fresh: "always" },
  },
  "POST /api/console/plans/texts": {
    summary: "Sets the names and descriptions of a plan",
    cache: "private",
    body: PlanTextsChange,
    info: z.object({}),
    console: { permission: "plan.write", writes: "plan.change" },
  },
} as const satisfies Record<string, Call>;
