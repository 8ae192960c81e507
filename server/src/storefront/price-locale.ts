import type { Language, Offer, PlanList } from "@cliffhanger/contract";
import { type Billing, currencyFor, offerFor, readSale } from "#billing";
import { cachedResponseOf, type ResponseCache } from "#platform/http/cached-response";

/** Whom prices are told to: in their language and currency. */
export interface PriceLocale {
  language: Language;
  currency: string;
}

/** What is on sale, as far as browsing and watching tell it. */
export interface Shop {
  /** What opens the locked episodes of a series, as it is sold now. */
  offer(seriesId: string, market: PriceLocale): Promise<Offer>;
  /** All that is sold, with the unlock of a series where one is named, as `/shopping` shows it to an account or to nobody. */
  sale(
    about: { seriesId: string | null; language: Language; region: string | null },
    accountId: string | null,
  ): Promise<PlanList>;
  /** The market of somebody in a region, where one is known. */
  market(language: Language, region: string | null): Promise<PriceLocale>;
}

/** Opens it. Which currency a region has is kept with the documents, which are forgotten when something changes. */
export function openShop(billing: Billing, documents: ResponseCache): Shop {
  const currencyOf = (region: string | null) =>
    documents.get(`currency ${region ?? ""}`, async () => {
      const currency = await currencyFor(billing.db, undefined, region);
      return { ...cachedResponseOf(currency, "text/plain"), source: currency };
    });
  return {
    offer: (seriesId, { language, currency }) => offerFor(billing, seriesId, language, currency),
    sale: ({ seriesId, ...whose }, accountId) =>
      readSale(billing, { seriesId: seriesId ?? undefined, currency: undefined, ...whose }, accountId),
    async market(language, region) {
      const { source } = await currencyOf(region);
      return { language, currency: source };
    },
  };
}
