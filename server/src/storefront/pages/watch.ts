import type { InlinedQuery, Language, Series } from "@cliffhanger/contract";
import { noRights, rightTo } from "#entitlements";
import { openSeries, playFirst } from "../opening.ts";
import {
  cachedEpisodes,
  cachedSeries,
  episodesFor,
  hasOwnEpisodes,
  hasOwnSeries,
  seriesFor,
} from "../personal.ts";
import type { Keeping } from "../read.ts";
import type { Own } from "../recognise/recognise.ts";
import type { EpisodePage } from "../splice.ts";
import type { PageContent, PageContext, PageRequest } from "./page.ts";

/** What a watch page is made of, the same for everybody. */
type Watched = { series: Series; episodes: EpisodePage };

type Reason = "subscription" | "purchase";

/** The page of a series. Without a number it is that of the episode at which this viewer resumes. */
export async function watch({
  context,
  route: { seriesId },
  query,
  language,
}: PageRequest<"watch">): Promise<PageContent> {
  const ep = query.get("ep");
  const number = ep !== null && /^[1-9]\d{0,4}$/.test(ep) ? Number(ep) : null;
  const { currency } = context;
  const found = context.recognise?.(seriesId) ?? null;
  const opening = await openSeries(context, { seriesId, number, recognised: found, language });
  const { chosen, viewer, page, kept } = opening;
  const own = viewer?.own ?? null;
  // A number that the series does not have counts as none.
  const isAsked = number !== null && chosen?.number === number;
  const named = chosen && (isAsked || chosen.id !== page.list[0]?.id);
  const url = `/videos/${seriesId}${named ? `?ep=${chosen.number}` : ""}`;
  // Why its reader may watch what is locked for others: the locks are rendered accordingly.
  const reason = own ? (rightTo(seriesId, own.rights)?.reason ?? null) : null;
  return {
    url,
    key: ["watch", url, reason ?? "", currency, kept ? "kept" : ""],
    queries: async (): Promise<InlinedQuery[]> => {
      const { series, episodes } = await readWatched(context, { seriesId, kept }, reason, language);
      return [
        { name: "GET /api/video", params: { id: seriesId }, result: series },
        { name: "GET /api/video/episode", params: { seriesId }, result: episodes },
      ];
    },
    viewer: async (inlined) => {
      const personal = own ? ownQueries(watchedOf(inlined), own) : [];
      const result = await playFirst(context, opening, { language, currency });
      if (result) personal.push({ name: "GET /api/video/episode", params: { id: result.id }, result });
      return viewer || personal.length > 0 ? personal : null;
    },
  };
}

async function readWatched(
  context: PageContext,
  { seriesId, kept }: Keeping & { seriesId: string },
  reason: Reason | null,
  language: Language,
): Promise<Watched> {
  const [series, episodes] = await Promise.all([
    cachedSeries(context, { id: seriesId, kept }, { language, currency: context.currency }),
    cachedEpisodes(context, { seriesId, kept }, language),
  ]);
  const entitled = reason && entitledTo(seriesId, reason);
  return {
    series: entitled ? seriesFor(series.source, entitled) : series.source,
    episodes: entitled ? episodesFor(episodes.source, entitled) : episodes.source,
  };
}

/** What the page was rendered from. */
function watchedOf(inlined: readonly InlinedQuery[]): Watched {
  const resultOf = (name: string) => inlined.find((query) => query.name === name)?.result;
  return {
    series: resultOf("GET /api/video") as Series,
    episodes: resultOf("GET /api/video/episode") as EpisodePage,
  };
}

/** What all see who may watch for that reason: no lock, and nothing that is one person's. */
function entitledTo(seriesId: string, reason: Reason): Own {
  const right = reason === "purchase" ? { series: new Set([seriesId]) } : { membership: true };
  return {
    view: { favorite: false, progress: null, episodes: new Map() },
    rights: { ...noRights, ...right },
  };
}

/**
 * The answers of the page as this viewer gets them, where they differ. Made from what the page was drawn from, so that
 * the browser finds in the markup what it draws at first.
 */
function ownQueries({ series, episodes }: Watched, own: Own): InlinedQuery[] {
  const queries: InlinedQuery[] = [];
  if (hasOwnSeries(own, series.id))
    queries.push({ name: "GET /api/video", params: { id: series.id }, result: seriesFor(series, own) });
  if (hasOwnEpisodes(own, series.id))
    queries.push({
      name: "GET /api/video/episode",
      params: { seriesId: series.id },
      result: episodesFor(episodes, own),
    });
  return queries;
}
