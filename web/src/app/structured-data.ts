import type { Episode, Image, Series, SeriesCard, Site } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";

/** Episodes listed of a series: long ones say how many more there are. */
const MOST_EPISODES = 50;

/** Where a page stands: scheme, host and port as visitors see them, and the site's name and language. */
export interface DataPlace {
  origin: string;
  site: Site;
  language: Language;
}

/** A step on the way from home to the page. */
export interface Crumb {
  name: string;
  path: string;
}

/** Home: whose site it is, and how it is searched. */
export function siteData({ origin, site, language }: DataPlace, description: string): object[] {
  const organisation = {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: site.seller.name || site.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    ...(site.seller.email ? { email: site.seller.email } : {}),
  };
  const website = {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: site.name,
    description,
    url: `${origin}/`,
    inLanguage: language,
    publisher: { "@id": organisation["@id"] },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/searchDetail/{search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
  return [organisation, website];
}

/** A list: the way to it, and the series that it begins with. */
export function listData(place: DataPlace, crumb: Crumb, cards: readonly SeriesCard[]): object[] {
  const { origin } = place;
  const list = {
    "@type": "ItemList",
    name: crumb.name,
    itemListElement: cards.map(({ id, title }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: title,
      url: `${origin}/videos/${id}`,
    })),
  };
  return [breadcrumbs(place, [crumb]), list];
}

/** A series with its episodes; with an episode that the address names, that one too. */
export function seriesData(
  place: DataPlace,
  series: Series,
  episodes: readonly Episode[],
  shown: { episode: Episode | undefined; share: string },
): object[] {
  const { origin } = place;
  const address = `${origin}/videos/${series.id}`;
  const { episode } = shown;
  const [tag] = series.tags;
  const path = [
    ...(tag ? [{ name: tag.name, path: `/browse/${tag.id}` }] : []),
    { name: series.title, path: `/videos/${series.id}` },
  ];
  const begun = episodes[0]?.publishedAt;
  const whole = {
    "@type": "TVSeries",
    "@id": address,
    url: address,
    name: series.title,
    ...(series.synopsis ? { description: series.synopsis } : {}),
    image: [origin + shown.share, absolute(series.poster, origin)],
    inLanguage: series.language,
    genre: series.tags.map(({ name }) => name),
    numberOfEpisodes: series.episodeCount,
    ...(begun ? { datePublished: begun } : {}),
    dateModified: series.updatedAt,
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: { "@type": "WatchAction" },
      userInteractionCount: series.playCount,
    },
    episode: episodes
      .slice(0, MOST_EPISODES)
      .map((one) =>
        one === episode ? { "@id": episodeAddress(origin, one) } : inBrief(origin, one, series),
      ),
  };
  return [whole, ...(episode ? [inFull(place, episode, series)] : []), breadcrumbs(place, path)];
}

function inBrief(origin: string, episode: Episode, series: Series) {
  return {
    "@type": "TVEpisode",
    "@id": episodeAddress(origin, episode),
    url: episodeAddress(origin, episode),
    name: episode.title || series.title,
    episodeNumber: episode.number,
    isAccessibleForFree: episode.free,
  };
}

// A locked episode has no player. Search engines receive this marker instead of different content.
function inFull({ origin }: DataPlace, episode: Episode, series: Series) {
  return {
    ...inBrief(origin, episode, series),
    partOfSeries: { "@id": `${origin}/videos/${series.id}` },
    duration: durationOf(episode.duration),
    ...(episode.publishedAt ? { datePublished: episode.publishedAt } : {}),
    ...(episode.thumbnail ? { image: absolute(episode.thumbnail, origin) } : {}),
    ...(episode.free
      ? videoOf(origin, episode, series)
      : { hasPart: { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: "#main" } }),
  };
}

// Without an address of the file: those are made for each viewer, and end.
function videoOf(
  origin: string,
  { number, title, thumbnail, publishedAt, duration }: Episode,
  series: Series,
) {
  if (!thumbnail || !publishedAt || duration <= 0) return {};
  return {
    video: {
      "@type": "VideoObject",
      name: title || `${series.title} ${number}`,
      description: series.synopsis || series.title,
      thumbnailUrl: [absolute(thumbnail, origin), absolute(series.poster, origin)],
      uploadDate: publishedAt,
      duration: durationOf(duration),
      isAccessibleForFree: true,
    },
  };
}

function breadcrumbs({ origin, site }: DataPlace, path: readonly Crumb[]) {
  const steps = [{ name: site.name, path: "/" }, ...path];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name: step.name,
      item: origin + step.path,
    })),
  };
}

function episodeAddress(origin: string, { seriesId, number }: Episode): string {
  return `${origin}/videos/${seriesId}?ep=${number}`;
}

function absolute(image: Image, origin: string): string {
  return new URL(image.url, origin).href;
}

/** ISO 8601, in whole seconds. */
function durationOf(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return `PT${minutes > 0 ? `${minutes}M` : ""}${whole % 60}S`;
}
