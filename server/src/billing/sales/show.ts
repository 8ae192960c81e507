import { languages } from "@cliffhanger/contract";
import type { Prices } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Db } from "#platform/db/database";
import { moneyOf, pricePerUnit } from "#platform/money";
import { listPlanRows, type PlanRow } from "../records/plans/repository.ts";
import {
  listPlannedPrices,
  listPrices,
  listUnlockPrices,
  type PlannedPrice,
  type PriceRow,
} from "../records/prices/repository.ts";
import { titleOf } from "./change.ts";

/** Returns what is sold, as lines for the operator. */
export async function listingOf({
  db,
  config,
  clock,
}: {
  db: Db;
  config: Config;
  clock: Clock;
}): Promise<string[]> {
  const now = clock.now();
  const [plans, prices, unlocks, planned] = await Promise.all([
    listPlanRows(db),
    listPrices(db, now),
    listUnlockPrices(db, now),
    listPlannedPrices(db, now),
  ]);
  const plannedFor = (id: string | null) => planned.filter(({ plan_id }) => plan_id === id).map(plannedText);
  const unlock = unlocks.map(({ amount, currency }) => moneyOf(amount, currency, "en").display);
  const isClosed = !config.stripe && !config.paypal && !config.demo;
  return [
    ...plans.flatMap((plan, at) => [...linesOf(at, plan, prices), ...plannedFor(plan.id)]),
    ...(plans.length === 0 ? ["There is no plan."] : []),
    "",
    unlock.length === 0
      ? "A series is sold by itself only where it has a price of its own."
      : `Unlocking a series: ${unlock.join(" · ")}`,
    ...plannedFor(null),
    ...(isClosed
      ? ["Nothing can be paid yet: neither Stripe nor PayPal is configured, so nothing is on sale."]
      : []),
  ];
}

function plannedText({ amount, currency, at }: PlannedPrice): string {
  const when = at.toISOString().slice(0, 16).replace("T", " ");
  const what = amount === null ? `not sold in ${currency}` : moneyOf(amount, currency, "en").display;
  return `    from ${when} UTC: ${what}`;
}

function linesOf(at: number, plan: PlanRow, prices: readonly PriceRow[]): string[] {
  const { id, name, description, active, period_days: days } = plan;
  const missing = languages.filter((language) => !name[language] || !description[language]);
  const own = prices.filter((price) => price.plan_id === id);
  const unsold = active ? "  (no price, so not on sale)" : "  (off sale)";
  const sold = active && own.length > 0 ? "" : unsold;
  return [
    `${String(at + 1).padStart(2)}  ${id}: ${titleOf(name)}, renews every ${days} days${sold}`,
    ...(titleOf(description) === "" ? [] : [`    ${titleOf(description)}`]),
    ...own.map(({ amount, currency }) => {
      const perDay = moneyOf(pricePerUnit(amount, days), currency, "en").display;
      return `    ${moneyOf(amount, currency, "en").display}, which is ${perDay} a day`;
    }),
    ...(missing.length > 0 ? [`    not all said in ${missing.join(", ")}; English is shown there`] : []),
  ];
}

/** Returns prices in one line. */
export function pricesText(prices: Prices): string {
  return Object.entries(prices)
    .map(([currency, amount]) => moneyOf(amount, currency, "en").display)
    .join(" · ");
}
