import type { Episode, Language, Series } from "@cliffhanger/contract";
import type { Library, View } from "#library";
import { documentOfCall } from "#platform/http/call";
import type { Caller } from "#platform/http/caller";
import type { Document, Documents } from "#platform/http/document";
import type { PlaybackContext } from "#playback";
import { readEpisodes, readSeries, type Viewer } from "./read.ts";

/** What answers about a series are made of: the same document for everybody, and what is one viewer's own. */
export interface PersonalContext extends PlaybackContext {
  documents: Documents;
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

/** A document, and what it tells. */
export interface Kept<T> extends Document {
  source: T;
}

/** One series as everybody sees it. Refuses with 404 what is not visible. */
export function keptSeries(
  context: PersonalContext,
  id: string,
  language: Language,
): Kept<Series> | Promise<Kept<Series>> {
  return keep(context, `series ${id} ${language}`, async () => {
    const info = await readSeries(context, id, language);
    return { ...documentOfCall("GET /api/video", { info }), source: info };
  });
}

/** Its episodes, likewise. */
export function keptEpisodes(
  context: PersonalContext,
  seriesId: string,
  language: Language,
): Kept<EpisodePage> | Promise<Kept<EpisodePage>> {
  return keep(context, `episodes ${seriesId} ${language}`, async () => {
    const list = await readEpisodes(context, seriesId, language);
    const data = { list, total: list.length, page: 1, pageSize: list.length, hasMore: false };
    return { ...documentOfCall("GET /api/video/episode", { data }), source: data };
  });
}

function keep<T>({ documents }: PersonalContext, key: string, build: () => Promise<Kept<T>>) {
  return documents.get(key, build) as Kept<T> | Promise<Kept<T>>;
}

/** A series as this viewer sees it. */
export function seriesFor(series: Series, { favorite, progress }: View): Series {
  return { ...series, favorite, progress };
}

/** An episode as this viewer sees it. */
export function episodeFor<E extends Episode>(episode: E, { episodes }: View): E {
  const progress = episodes.get(episode.id);
  return progress ? { ...episode, progress } : episode;
}

/** The episodes of a series as this viewer sees them. */
export function episodesFor(page: EpisodePage, view: View): EpisodePage {
  return { ...page, list: page.list.map((episode) => episodeFor(episode, view)) };
}

/** Who watches, and how to find what they have to do with a series. */
export function viewerOf({ library }: PersonalContext, id: string): Viewer {
  return { id, view: (seriesId) => library.view(id, seriesId) };
}

/** The answer about a series to one viewer: the kept one, as it is, where they have nothing to do with it yet. */
export async function ownSeries(
  { library }: PersonalContext,
  id: string,
  kept: Kept<Series> | Promise<Kept<Series>>,
  caller: Caller,
) {
  const [document, view] = await Promise.all([kept, library.view(caller.id, id)]);
  if (!view.favorite && !view.progress) return { privately: document };
  return { info: seriesFor(document.source, view) };
}

/** The answer with its episodes, likewise. */
export async function ownEpisodes(
  { library }: PersonalContext,
  seriesId: string,
  kept: Kept<EpisodePage> | Promise<Kept<EpisodePage>>,
  caller: Caller,
) {
  const [document, view] = await Promise.all([kept, library.view(caller.id, seriesId)]);
  if (view.episodes.size === 0) return { privately: document };
  return { data: episodesFor(document.source, view) };
}
