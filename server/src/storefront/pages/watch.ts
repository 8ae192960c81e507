import type { Language, Series } from "@cliffhanger/contract";
import { noRights, rightTo } from "#entitlements";
import { DomainError } from "#platform/http/errors";
import { openSeries, playFirst } from "../opening.ts";
import {
  type Cached,
  cachedEpisodes,
  cachedSeries,
  type EpisodePage,
  episodesFor,
  hasOwnEpisodes,
  hasOwnSeries,
  type Own,
  seriesFor,
} from "../personal.ts";
import type { InlinedQuery } from "../shell.ts";
import { renderNotFound } from "./frames.ts";
import { draw, keep, type Page, type PageContext } from "./page.ts";

/** What a watch page is made of, the same for everybody. */
type Watched = { series: Series; episodes: EpisodePage };

/** The page of a series. Without a number it is that of the episode at which this viewer goes on. */
export async function renderWatch(
  context: PageContext,
  seriesId: string,
  ep: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
  const number = ep !== null && /^[1-9]\d{0,4}$/.test(ep) ? Number(ep) : null;
  try {
    const caller = (await context.caller?.()) ?? null;
    const opening = await openSeries(context, { seriesId, number, caller, language });
    const { chosen, own, page } = opening;
    const first = chosen?.id === page.list[0]?.id && number === null;
    const named = chosen && !first && (number === null || chosen.number === number);
    const url = `/videos/${seriesId}${named ? `?ep=${chosen.number}` : ""}`;
    const reason = own ? (rightTo(seriesId, own.rights)?.reason ?? null) : null;
    const document = await keepWatch(context, { url, seriesId, reason, language, origin });
    const personal = own ? ownQueries(document.source, own) : [];
    const result = await playFirst(context, opening, { language, currency: context.currency });
    if (result) personal.push({ name: "GET /api/video/episode", params: { id: result.id }, result });
    return { document, status: 200, personal: caller || personal.length > 0 ? personal : null };
  } catch (error) {
    if (error instanceof DomainError && error.code === 404) return renderNotFound(context, language, origin);
    throw error;
  }
}

interface WatchPage {
  url: string;
  seriesId: string;
  /** Why its reader may watch what is locked for others: the marks of locks are drawn accordingly. */
  reason: "subscription" | "purchase" | null;
  language: Language;
  origin: string;
}

function keepWatch(
  context: PageContext,
  { url, seriesId, reason, language, origin }: WatchPage,
): Promise<Cached<Watched>> {
  const { currency } = context;
  return keep(context, ["watch", url, reason ?? "", language, currency, origin], async (config) => {
    const [kept, keptList] = await Promise.all([
      cachedSeries(context, seriesId, { language, currency }),
      cachedEpisodes(context, seriesId, language),
    ]);
    const entitled = reason && entitledTo(seriesId, reason);
    const series = entitled ? seriesFor(kept.source, entitled) : kept.source;
    const episodes = entitled ? episodesFor(keptList.source, entitled) : keptList.source;
    const document = draw(context, url, language, origin, config.site, [
      config.query,
      { name: "GET /api/video", params: { id: seriesId }, result: series },
      { name: "GET /api/video/episode", params: { seriesId }, result: episodes },
    ]);
    return { ...document, source: { series, episodes } satisfies Watched };
  });
}

/** What all see who may watch for that reason: no lock, and nothing that is one person's. */
function entitledTo(seriesId: string, reason: "subscription" | "purchase"): Own {
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
