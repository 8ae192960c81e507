import { Id, type InlinedQuery, type Language } from "@cliffhanger/contract";
import { DomainError } from "#platform/http/errors";
import {
  cachedEpisodes,
  cachedSeries,
  episodesFor,
  hasOwnEpisodes,
  hasOwnSeries,
  seriesFor,
} from "../personal.ts";
import { ownAmong, type Recognised } from "../recognise/recognise.ts";
import type { PageContent, PageContext, PlainRequest } from "./page.ts";

/**
 * What is on sale, and the series that the visitor came from. Rendered for each request: prices depend on where they are and
 * what they have, and the next charge is counted from now. A membership's dates are in the member's own time, which only
 * the browser knows.
 */
export async function shopping({ context, query, language }: PlainRequest): Promise<PageContent> {
  const seriesId = Id.safeParse(query.get("series")).data ?? null;
  const recognised = seriesId === null ? null : ((await context.recognise?.(seriesId)) ?? null);
  const caller = seriesId === null ? ((await context.caller?.()) ?? null) : (recognised?.caller ?? null);
  const params: Record<string, string> = seriesId === null ? {} : { seriesId };
  return {
    url: seriesId === null ? "/shopping" : `/shopping?series=${seriesId}`,
    key: null,
    queries: async (): Promise<InlinedQuery[]> => {
      const [sale, about] = await Promise.all([
        context.pricing.sale({ seriesId, language, region: context.region }, caller?.id ?? null),
        seriesId === null ? [] : aboutSeries(context, seriesId, language, recognised),
      ]);
      return [
        ...(sale.subscription ? [] : [{ name: "GET /api/plan", params, result: sale } as const]),
        ...about,
      ];
    },
    viewer: async () => [],
  };
}

/** The series and its episodes as this viewer sees them; nothing of one that is not there. */
async function aboutSeries(
  context: PageContext,
  id: string,
  language: Language,
  recognised: Recognised | null,
): Promise<InlinedQuery[]> {
  try {
    const [{ source: series }, { source: episodes }] = await Promise.all([
      cachedSeries(context, { id, kept: false }, { language, currency: context.currency }),
      cachedEpisodes(context, { seriesId: id, kept: false }, language),
    ]);
    const own = recognised && ownAmong(recognised, episodes.list);
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
