import type { Language, Offer, PlanList } from "@cliffhanger/contract";
import { type Billing, currencyFor, offerFor, readSale } from "#billing";
import { cachedResponseOf, type ResponseCache, whenMade } from "#platform/http/cached-response";

/** The language and currency in which prices are shown. */
export interface PriceLocale {
  language: Language;
  currency: string;
}

/** What is on sale, for browsing and watching. */
export interface Pricing {
  /** Returns what unlocks the locked episodes of a series at current prices. */
  offer(seriesId: string, localeOf: PriceLocale): Promise<Offer>;
  /**
   * Returns everything on sale for `/shopping`, including the unlock of a series if one is named, for an account or a
   * visitor without one.
   */
  sale(
    about: { seriesId: string | null; language: Language; region: string | null },
    accountId: string | null,
  ): Promise<PlanList>;
  /** Returns the price locale of a visitor in a region, if known; without a promise if the region's currency is stored. */
  localeOf(language: Language, region: string | null): PriceLocale | Promise<PriceLocale>;
}

/** Opens it. The currency of each region is cached with the public responses and dropped when something changes. */
export function openPricing(billing: Billing, responses: ResponseCache): Pricing {
  const currencyOf = (region: string | null) =>
    responses.get(`currency ${region ?? ""}`, async () => {
      const currency = await currencyFor(billing, undefined, region);
      return { ...cachedResponseOf(currency, "text/plain"), source: currency };
    });
  return {
    offer: (seriesId, { language, currency }) => offerFor(billing, seriesId, language, currency),
    sale: ({ seriesId, ...whose }, accountId) =>
      readSale(billing, { seriesId: seriesId ?? undefined, currency: undefined, ...whose }, accountId),
    localeOf: (language, region) =>
      whenMade(currencyOf(region), ({ source }) => ({ language, currency: source })),
  };
}
