import type { Language, Series } from "@cliffhanger/contract";
import { rightTo } from "#entitlements";
import type { Library } from "#library";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import { documentOfCall, type PrivateText } from "#platform/http/call";
import { DomainError } from "#platform/http/errors";
import type { PriceLocale } from "./price-locale.ts";
import { type Keeping, readEpisodes, readSeries, type WatchContext } from "./read.ts";
import { type Own, ownAmong, type Recognised } from "./recognise/recognise.ts";
import {
  type EpisodePage,
  type EpisodeText,
  headOfSeries,
  ownOfEpisode,
  ownOfSeries,
  spliceEpisodes,
  spliceSeries,
  textsOfEpisodes,
} from "./splice.ts";

/** What answers about a series need: the cached public response, and the viewer's own data. */
export interface PersonalContext extends WatchContext {
  responses: ResponseCache;
  library: Library;
}

/** A cached response with the value it was made from, and the text that one viewer's answer is spliced from. */
export interface Cached<T, Text> extends CachedResponse {
  source: T;
  text: Text;
}

/** The cached response about a series. */
type CachedSeries = Cached<Series, string>;

/** The cached response about its episodes. */
type CachedEpisodes = Cached<EpisodePage, EpisodeText[]>;

/**
 * Reads what everyone sees of a series; where it is hidden, what those keep who bought it, if this viewer did. Refuses with
 * 404 otherwise.
 */
export async function orKept<T>(
  { seriesId, recognised }: { seriesId: string; recognised: Promise<Recognised | null> | null },
  read: (keeping: Keeping) => T | Promise<T>,
): Promise<T> {
  try {
    return await read({ kept: false });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 404) throw error;
    const rights = (await recognised)?.rights;
    if (!rights?.bought.has(seriesId)) throw error;
    return read({ kept: true });
  }
}

const markOf = ({ kept }: Keeping) => (kept ? " kept" : "");

/** Returns one series as everyone sees it, or as everyone who bought it. Refuses with 404 if it is hidden. */
export function cachedSeries(
  context: PersonalContext,
  { id, kept }: Keeping & { id: string },
  priceLocale: PriceLocale,
): CachedSeries | Promise<CachedSeries> {
  const key = `series ${id} ${priceLocale.language} ${priceLocale.currency}${markOf({ kept })}`;
  return cachedOrBuild(context, key, async () => {
    const info = await readSeries(context, { id, kept }, priceLocale);
    // Whoever opens the series asks for them next, and a viewer's progress is found among them.
    await cachedEpisodes(context, { seriesId: id, kept }, priceLocale.language);
    return { ...documentOfCall("GET /api/video", { info }), source: info, text: headOfSeries(info) };
  });
}

/** Returns its episodes in the same way. */
export function cachedEpisodes(
  context: PersonalContext,
  { seriesId, kept }: Keeping & { seriesId: string },
  language: Language,
): CachedEpisodes | Promise<CachedEpisodes> {
  return cachedOrBuild(context, `episodes ${seriesId} ${language}${markOf({ kept })}`, async () => {
    const list = await readEpisodes(context, { seriesId, kept }, language);
    const data = { list, total: list.length, page: 1, pageSize: Math.max(1, list.length), hasMore: false };
    return {
      ...documentOfCall("GET /api/video/episode", { data }),
      source: data,
      text: textsOfEpisodes(data),
    };
  });
}

function cachedOrBuild<T extends CachedResponse>(
  { responses }: PersonalContext,
  key: string,
  build: () => Promise<T>,
): T | Promise<T> {
  return responses.get(key, build);
}

/** Returns a series as this viewer sees it. */
export function seriesFor(series: Series, own: Own): Series {
  return { ...series, ...ownOfSeries(series, own) };
}

/** Returns the episodes of a series as this viewer sees them. */
export function episodesFor(page: EpisodePage, own: Own): EpisodePage {
  return { ...page, list: page.list.map((episode) => ({ ...episode, ...ownOfEpisode(episode, own) })) };
}

/** Returns whether a viewer sees the series differently from everyone else. */
export function hasOwnSeries({ view, rights }: Own, seriesId: string): boolean {
  return view.favorite || view.progress !== null || rightTo(seriesId, rights) !== null;
}

/** Returns whether a viewer sees its episodes differently from everyone else. */
export function hasOwnEpisodes({ view, rights }: Own, seriesId: string): boolean {
  return view.episodes.size > 0 || rightTo(seriesId, rights) !== null;
}

/** Answers a caller about a series: with the cached response itself if they have no data of their own there. */
export async function seriesOfCaller(
  context: PersonalContext,
  { id, recognised: found }: { id: string; recognised: Promise<Recognised | null> },
  priceLocale: PriceLocale,
): Promise<CachedSeries | { privately: CachedSeries } | PrivateText> {
  const [{ document, kept }, recognised] = await Promise.all([
    orKept({ seriesId: id, recognised: found }, async (keeping) => ({
      document: await cachedSeries(context, { id, ...keeping }, priceLocale),
      ...keeping,
    })),
    found,
  ]);
  if (!recognised) return document;
  const started = recognised.started.watched.length > 0;
  const episodes = started && (await cachedEpisodes(context, { seriesId: id, kept }, priceLocale.language));
  const own = ownAmong(recognised, episodes ? episodes.source.list : []);
  if (!hasOwnSeries(own, id)) return { privately: document };
  return { part: "info", json: spliceSeries(document.text, document.source, own) };
}

/** Answers a caller about its episodes, in the same way. */
export async function episodesOfCaller(
  context: PersonalContext,
  { seriesId, recognised: found }: { seriesId: string; recognised: Promise<Recognised | null> },
  language: Language,
): Promise<CachedEpisodes | { privately: CachedEpisodes } | PrivateText> {
  const [document, recognised] = await Promise.all([
    orKept({ seriesId, recognised: found }, (keeping) =>
      cachedEpisodes(context, { seriesId, ...keeping }, language),
    ),
    found,
  ]);
  if (!recognised) return document;
  const own = ownAmong(recognised, document.source.list);
  if (!hasOwnEpisodes(own, seriesId)) return { privately: document };
  return { part: "data", json: spliceEpisodes(document.text, document.source, own) };
}
