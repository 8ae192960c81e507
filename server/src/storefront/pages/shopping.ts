import { Id, type Language } from "@cliffhanger/contract";
import type { Caller } from "#platform/http/caller";
import { DomainError } from "#platform/http/errors";
import {
  cachedEpisodes,
  cachedSeries,
  episodesFor,
  hasOwnEpisodes,
  hasOwnSeries,
  ownOf,
  seriesFor,
} from "../personal.ts";
import type { InlinedQuery } from "../shell.ts";
import { configOf, draw, type Page, type PageContext } from "./page.ts";

/**
 * What is on sale, and the series that somebody came from. Drawn for each who asks and not kept: prices depend on where
 * they are and what they have, and the next charge is counted from now. Whoever has a membership is told of it in dates
 * of their own time, which only the browser knows.
 */
export async function renderShopping(
  context: PageContext,
  series: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
  const seriesId = Id.safeParse(series).data ?? null;
  const caller = (await context.caller?.()) ?? null;
  const [{ site, query }, sale, about] = await Promise.all([
    configOf(context),
    context.pricing.sale({ seriesId, language, region: context.region }, caller?.id ?? null),
    seriesId === null ? [] : aboutSeries(context, seriesId, language, caller),
  ]);
  const params: Record<string, string> = seriesId === null ? {} : { seriesId };
  const url = seriesId === null ? "/shopping" : `/shopping?series=${seriesId}`;
  const document = draw(context, url, language, origin, site, [
    query,
    ...(sale.subscription ? [] : [{ name: "GET /api/plan", params, result: sale } as const]),
    ...about,
  ]);
  return { document, status: 200, personal: [] };
}

/** The series and its episodes as this viewer sees them; nothing of one that is not there. */
async function aboutSeries(
  context: PageContext,
  id: string,
  language: Language,
  caller: Caller | null,
): Promise<InlinedQuery[]> {
  try {
    const [{ source: series }, { source: episodes }, own] = await Promise.all([
      cachedSeries(context, id, { language, currency: context.currency }),
      cachedEpisodes(context, id, language),
      caller && ownOf(context, caller, id),
    ]);
    return [
      {
        name: "GET /api/video",
        params: { id },
        result: own && hasOwnSeries(own, id) ? seriesFor(series, own) : series,
      },
      {
        name: "GET /api/video/episode",
        params: { seriesId: id },
        result: own && hasOwnEpisodes(own, id) ? episodesFor(episodes, own) : episodes,
      },
    ];
  } catch (error) {
    if (error instanceof DomainError && error.code === 404) return [];
    throw error;
  }
}
