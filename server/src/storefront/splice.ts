import { Episode, Series } from "@cliffhanger/contract";
import { entitle, rightTo } from "#entitlements";
import type { Own } from "./recognise/recognise.ts";

/** All episodes of a series, in one page. */
export interface EpisodePage {
  list: Episode[];
  total: number;
  page: number;
  pageSize: number;
  hasMore: boolean;
}

const seriesOwn = {
  favorite: true,
  progress: true,
  unlocked: true,
  entitledBy: true,
  unlockPrice: true,
} as const;
const episodeOwn = { locked: true, progress: true } as const;

/** The members of a series that depend on the viewer. */
type SeriesOwn = Pick<Series, keyof typeof seriesOwn>;

/** The members of an episode that depend on the viewer. */
type EpisodeOwn = Pick<Episode, keyof typeof episodeOwn>;

const SeriesHead = Series.omit(seriesOwn);
const EpisodeHead = Episode.omit(episodeOwn);
const SeriesTail = Series.pick(seriesOwn);
const EpisodeTail = Episode.pick(episodeOwn);

/** Returns what one viewer sees differently in a series. A series they bought has no price. */
export function ownOfSeries(series: Series, { view: { favorite, progress }, rights }: Own): SeriesOwn {
  const entitledBy = rightTo(series.id, rights)?.reason ?? null;
  const unlockPrice = entitledBy === "purchase" ? null : series.unlockPrice;
  return { favorite, progress, unlocked: entitledBy !== null, entitledBy, unlockPrice };
}

/** Returns what one viewer sees differently in an episode. */
export function ownOfEpisode(episode: Episode, { view: { episodes }, rights }: Own): EpisodeOwn {
  const locked = entitle({ free: episode.free, series_id: episode.seriesId }, rights) === null;
  return { locked, progress: episodes.get(episode.id) ?? null };
}

/** Returns the JSON of a series without its last brace and without what depends on the viewer. */
export function headOfSeries(series: Series): string {
  return withoutBrace(SeriesHead.parse(series));
}

/** An episode with its JSON, without its last brace and without what depends on the viewer. */
export interface EpisodeText {
  episode: Episode;
  head: string;
}

/** Returns the episodes of a page with their texts. */
export function textsOfEpisodes({ list }: EpisodePage): EpisodeText[] {
  return list.map((episode) => ({ episode, head: withoutBrace(EpisodeHead.parse(episode)) }));
}

/** Returns the JSON of a series for one viewer. The head is cached; only the viewer's members are made and checked. */
export function spliceSeries(head: string, series: Series, own: Own): string {
  return joined(head, SeriesTail.parse(ownOfSeries(series, own)));
}

/** Returns the JSON of a page of episodes for one viewer. */
export function spliceEpisodes(
  texts: readonly EpisodeText[],
  { list: _, ...page }: EpisodePage,
  own: Own,
): string {
  const list = texts.map(({ episode, head }) => joined(head, EpisodeTail.parse(ownOfEpisode(episode, own))));
  return `{"list":[${list.join(",")}],${JSON.stringify(page).slice(1)}`;
}

function withoutBrace(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function joined(head: string, tail: object): string {
  return `${head},${JSON.stringify(tail).slice(1)}`;
}
