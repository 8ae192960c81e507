import type { Language, Offer } from "@cliffhanger/contract";
import { moneyOf } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { findUnlock } from "../records/plans/repository.ts";
import { listPlans } from "./plans.ts";
import { waysToPay } from "./sales.ts";

/** An unlock on sale: its price and how many episodes it opens now; null where a series is not sold by itself. */
export async function findUnlockOffer(
  billing: Billing,
  seriesId: string,
  language: Language,
  currency: string,
): Promise<{ unlock: Offer["unlock"]; fromEpisode: number }> {
  const row = await findUnlock(billing.db, seriesId, currency);
  const fromEpisode = row?.from_episode ?? 1;
  if (!row?.amount || row.episodes === 0) return { unlock: null, fromEpisode };
  if (waysToPay(billing, row.amount, currency).length === 0) return { unlock: null, fromEpisode };
  return { unlock: { price: moneyOf(row.amount, currency, language), episodes: row.episodes }, fromEpisode };
}

/**
 * What opens a locked series (goes out with 402): the series for good, or a plan. Where nothing can be paid nothing is on
 * sale, and locked episodes stay locked.
 */
export async function offerFor(
  billing: Billing,
  seriesId: string,
  language: Language,
  currency: string,
): Promise<Offer> {
  const [{ unlock, fromEpisode }, plans] = await Promise.all([
    findUnlockOffer(billing, seriesId, language, currency),
    listPlans(billing, language, currency),
  ]);
  return { seriesId, fromEpisode, unlock, plans };
}
