import { languages } from "@cliffhanger/contract";
import { type Texts, textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import { messagesIn } from "#platform/messages";
import type { Billing } from "../records/billing.ts";
import { gatewayRefusal } from "../records/gateway-amounts.ts";
import { findPlanRow } from "../records/plans/repository.ts";
import { findUnlock, priceAt } from "../records/prices/repository.ts";

/** What is bought, as the order stores it: later changes do not affect it. */
export interface Sale {
  planId: string | null;
  seriesId: string | null;
  /** The price row; null if the series has its own price. */
  priceId: string | null;
  amount: number;
  currency: string;
  title: Texts;
  periodDays: number | null;
  /** The first episode that an unlock opens. */
  fromEpisode: number | null;
}

/** What an order is for. */
export type SaleQuery = { planId: string; currency: string } | { seriesId: string; currency: string };

/** Returns what an order would sell at a given time; null if it is not on sale then, or not in that currency. */
export async function findSale(db: Db, wanted: SaleQuery, at: Date): Promise<Sale | null> {
  return "planId" in wanted ? planSale(db, wanted, at) : unlockSale(db, wanted, at);
}

async function planSale(
  db: Db,
  { planId, currency }: { planId: string; currency: string },
  at: Date,
): Promise<Sale | null> {
  const [plan, price] = await Promise.all([findPlanRow(db, planId), priceAt(db, { planId }, currency, at)]);
  if (!plan?.active || !price) return null;
  const { priceId, amount } = price;
  const title = membershipTitle(plan.name);
  const { period_days: periodDays } = plan;
  return { planId, seriesId: null, priceId, amount, currency, title, periodDays, fromEpisode: null };
}

/** Returns the title of an order for a plan, in every language. */
export function membershipTitle(name: Texts): Texts {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      messagesIn(language)("sales.membership", { plan: textIn(name, language) }),
    ]),
  );
}

async function unlockSale(
  db: Db,
  { seriesId, currency }: { seriesId: string; currency: string },
  at: Date,
): Promise<Sale | null> {
  const series = await findUnlock(db, seriesId, currency, at);
  if (!series || series.episodes === 0 || series.amount === null || series.amount === 0) return null;
  const { price_id: priceId, amount, title, from_episode: fromEpisode } = series;
  return { planId: null, seriesId, priceId, amount, currency, title, periodDays: null, fromEpisode };
}

/** Returns whether a series still has episodes that an unlock opens, whatever its price. */
export async function isThereToUnlock(
  db: Db,
  { seriesId, currency }: { seriesId: string; currency: string },
  at: Date,
): Promise<boolean> {
  return ((await findUnlock(db, seriesId, currency, at))?.episodes ?? 0) > 0;
}

/** Returns the payment methods for an amount: those whose gateway is configured and accepts it. */
export function methodsFor(
  { gateways }: Pick<Billing, "gateways">,
  amount: number,
  currency: string,
): ("card" | "paypal")[] {
  const takes = (gateway: "stripe" | "paypal") =>
    gateways.has(gateway) &&
    gatewayRefusal(gateway, amount, currency, gateways.get(gateway)?.country) === null;
  return [...(takes("stripe") ? (["card"] as const) : []), ...(takes("paypal") ? (["paypal"] as const) : [])];
}
