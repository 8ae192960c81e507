import type { Language, Offer } from "@cliffhanger/contract";
import { moneyOf, pricePerUnit } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { findUnlock } from "../records/prices/repository.ts";
import { listPlans } from "./plans.ts";
import { methodsFor } from "./sales.ts";

/**
 * Returns the offer to unlock a series: its price, also per episode, and the number of episodes it opens now; `unlock` is null
 * if the series is not sold individually.
 */
export async function findUnlockOffer(
  billing: Billing,
  seriesId: string,
  language: Language,
  currency: string,
): Promise<{ unlock: Offer["unlock"]; fromEpisode: number }> {
  const row = await findUnlock(billing.db, seriesId, currency, billing.clock.now());
  const fromEpisode = row?.from_episode ?? 1;
  if (!row?.amount || row.episodes === 0) return { unlock: null, fromEpisode };
  if (methodsFor(billing, row.amount, currency).length === 0) return { unlock: null, fromEpisode };
  const { amount, episodes } = row;
  const price = moneyOf(amount, currency, language);
  const perEpisode = moneyOf(pricePerUnit(amount, episodes), currency, language);
  return { unlock: { price, perEpisode, episodes }, fromEpisode };
}

/**
 * Returns what opens a locked series (sent with 402): the series permanently, or a plan. Without a payment
 * method nothing is on sale, and locked episodes stay locked.
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
