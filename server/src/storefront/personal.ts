import type { Episode, Language, Series } from "@cliffhanger/contract";
import { entitle, type Rights, rightTo } from "#entitlements";
import type { Library, View } from "#library";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import { documentOfCall } from "#platform/http/call";
import type { Caller } from "#platform/http/caller";
import type { PriceLocale } from "./price-locale.ts";
import { readEpisodes, readSeries, type WatchContext } from "./read.ts";
import { viewerOf } from "./viewer.ts";

/** What answers about a series need: the cached public response, and the viewer's own data. */
export interface PersonalContext extends WatchContext {
  responses: ResponseCache;
  library: Library;
}

/** All episodes of a series, in one page. */
export interface EpisodePage {
  list: Episode[];
  total: number;
  page: number;
  pageSize: number;
  hasMore: boolean;
}

/** A cached response with the value it was made from. */
export interface Cached<T> extends CachedResponse {
  source: T;
}

/** Returns one series as everyone sees it. Refuses with 404 if it is hidden. */
export function cachedSeries(
  context: PersonalContext,
  id: string,
  priceLocale: PriceLocale,
): Promise<Cached<Series>> {
  return cachedOrBuild(context, `series ${id} ${priceLocale.language} ${priceLocale.currency}`, async () => {
    const info = await readSeries(context, id, priceLocale);
    return { ...documentOfCall("GET /api/video", { info }), source: info };
  });
}

/** Returns its episodes as everyone sees them. Refuses with 404 if it is hidden. */
export function cachedEpisodes(
  context: PersonalContext,
  seriesId: string,
  language: Language,
): Promise<Cached<EpisodePage>> {
  return cachedOrBuild(context, `episodes ${seriesId} ${language}`, async () => {
    const list = await readEpisodes(context, seriesId, language);
    const data = { list, total: list.length, page: 1, pageSize: list.length, hasMore: false };
    return { ...documentOfCall("GET /api/video/episode", { data }), source: data };
  });
}

function cachedOrBuild<T>({ responses }: PersonalContext, key: string, build: () => Promise<Cached<T>>) {
  return responses.get(key, build);
}

/** Per-user data for a series: list entry, progress and rights. */
export interface Own {
  view: View;
  rights: Rights;
}

/** Reads a caller's own data for one series. */
export async function ownOf(context: PersonalContext, caller: Caller, seriesId: string): Promise<Own> {
  const viewer = viewerOf(context, caller.id);
  const [view, rights] = await Promise.all([viewer.view(seriesId), viewer.rights()]);
  return { view, rights };
}

/** Returns a series as this viewer sees it. A series they bought has no price. */
export function seriesFor(series: Series, { view: { favorite, progress }, rights }: Own): Series {
  const entitledBy = rightTo(series.id, rights)?.reason ?? null;
  const unlockPrice = entitledBy === "purchase" ? null : series.unlockPrice;
  return { ...series, favorite, progress, unlocked: entitledBy !== null, entitledBy, unlockPrice };
}

/** Returns an episode as this viewer sees it. */
export function episodeFor(episode: Episode, { view: { episodes }, rights }: Own): Episode {
  const locked = entitle({ free: episode.free, series_id: episode.seriesId }, rights) === null;
  return { ...episode, locked, progress: episodes.get(episode.id) ?? null };
}

/** Returns the episodes of a series as this viewer sees them. */
export function episodesFor(page: EpisodePage, own: Own): EpisodePage {
  return { ...page, list: page.list.map((episode) => episodeFor(episode, own)) };
}

/** Returns whether a viewer sees the series differently from everyone else. */
export function hasOwnSeries({ view, rights }: Own, seriesId: string): boolean {
  return view.favorite || view.progress !== null || rightTo(seriesId, rights) !== null;
}

/** Returns whether a viewer sees its episodes differently from everyone else. */
export function hasOwnEpisodes({ view, rights }: Own, seriesId: string): boolean {
  return view.episodes.size > 0 || rightTo(seriesId, rights) !== null;
}

/** Returns a series for one viewer: the cached response itself if they have no data of their own. */
export async function ownSeries(
  context: PersonalContext,
  id: string,
  cached: Promise<Cached<Series>>,
  caller: Caller,
) {
  const [document, own] = await Promise.all([cached, ownOf(context, caller, id)]);
  return hasOwnSeries(own, id) ? { info: seriesFor(document.source, own) } : { privately: document };
}

/** Returns the episodes for one viewer: the cached response itself if they have no data of their own. */
export async function ownEpisodes(
  context: PersonalContext,
  seriesId: string,
  cached: Promise<Cached<EpisodePage>>,
  caller: Caller,
) {
  const [document, own] = await Promise.all([cached, ownOf(context, caller, seriesId)]);
  return hasOwnEpisodes(own, seriesId)
    ? { data: episodesFor(document.source, own) }
    : { privately: document };
}
