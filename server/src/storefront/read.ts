import type {
  Episode,
  FeaturedCard,
  Homepage,
  Language,
  PlayableEpisode,
  Series,
  SeriesCard,
} from "@cliffhanger/contract";
import {
  cardsOf,
  findCards,
  findEpisode,
  findSeries,
  isShownAt,
  listEpisodes,
  listSections,
  listSourcePage,
  listTags,
  type SectionContent,
  textIn,
} from "#catalogue";
import { entitle, noRights } from "#entitlements";
import type { Db } from "#platform/db/database";
import { notFound, paymentRequired } from "#platform/http/errors";
import { randomWord } from "#platform/ids";
import { type PlaybackContext, playbackOf } from "#playback";
import { listUpcoming } from "#releases";
import { episodeOf, seriesOf } from "./compose.ts";
import type { ListContext } from "./lists.ts";
import type { PriceLocale, Pricing } from "./price-locale.ts";
import type { Viewer } from "./viewer.ts";

/** What reading a series and its episodes needs. */
export interface WatchContext extends PlaybackContext {
  pricing: Pricing;
}

/**
 * Returns the home screen, with the published sections or others. Sections without a visible series are left out, and those
 * outside their time: now, or `at`.
 */
export async function readHomepage(
  { db, clock, tagNames }: ListContext,
  language: Language,
  {
    readSections = () => listSections(db),
    at = clock.now(),
  }: { readSections?: () => Promise<readonly SectionContent[]>; at?: Date } = {},
): Promise<Homepage> {
  const [all, categories, names] = await Promise.all([
    readSections(),
    listTags(db, "category"),
    tagNames.byId(),
  ]);
  const sections = all.filter((section) => isShownAt(section, at));
  const tabs = categories.map((category) => ({ id: category.id, name: textIn(category.name, language) }));
  const filled = await Promise.all(
    sections.map(async (section) => {
      const slice = { offset: 0, limit: section.size };
      const { series } = await listSourcePage(db, section.source, "recommended", slice);
      const rows = await findCards(
        db,
        series.map(({ id }) => id),
      );
      const list = cardsOf(rows, names, language, clock.now());
      return { id: section.id, title: textIn(section.title, language), kind: section.kind, list };
    }),
  );
  const featured = filled.find((section) => section.kind === "featured");
  const stories = await Promise.all((featured?.list ?? []).map((card) => featuredOf(db, card, language)));
  return {
    featured: {
      id: featured?.id ?? "featured",
      title: featured?.title ?? "",
      list: stories.filter((card) => card !== null),
    },
    sections: filled.flatMap(({ kind, ...section }) => {
      if (kind === "featured" || section.list.length === 0) return [];
      // Without any plays a ranking would be false.
      if (kind === "ranking" && section.list.every((card) => card.playCount === 0)) return [];
      return [{ ...section, kind, ...(kind === "switcher" ? { tabs } : {}) }];
    }),
  };
}

/** Returns a card with its synopsis; null if the series was hidden meanwhile. */
async function featuredOf(db: Db, card: SeriesCard, language: Language): Promise<FeaturedCard | null> {
  const row = await findSeries(db, card.id);
  return row ? { ...card, synopsis: textIn(row.synopsis, language), cover: row.cover ?? card.poster } : null;
}

/** Episodes to come that a series names. */
const UPCOMING = 10;

/** Whether what only those may see is meant who bought a series: it may be withdrawn. */
export interface Keeping {
  kept: boolean;
}

/** Returns one series. Refuses with 404 if it is hidden. */
export async function readSeries(
  { db, clock, pricing }: WatchContext,
  { id, kept }: Keeping & { id: string },
  priceLocale: PriceLocale,
): Promise<Series> {
  const found = await findSeries(db, id, { kept });
  if (!found) throw notFound();
  // What is planned of a withdrawn series does not come.
  const row = found.withdrawn ? { ...found, next_release_at: null } : found;
  const [{ unlock }, ahead] = await Promise.all([
    pricing.offer(id, priceLocale),
    row.next_release_at === null ? [] : listUpcoming(db, id, UPCOMING),
  ]);
  const upcoming = ahead.map(({ number, at }) => ({ number, at: at.toISOString() }));
  return seriesOf(row, { unlockPrice: unlock?.price ?? null, upcoming }, priceLocale.language, clock.now());
}

/** Returns all episodes of a series in order. Refuses with 404 if the series is hidden. */
export async function readEpisodes(
  { db }: PlaybackContext,
  { seriesId, kept }: Keeping & { seriesId: string },
  language: Language,
): Promise<Episode[]> {
  const rows = await listEpisodes(db, seriesId, { kept });
  // A series whose first episode has a time has a page.
  if (rows.length === 0 && !(await findSeries(db, seriesId, { kept }))) throw notFound();
  return rows.map((row) => episodeOf(row, language));
}

/**
 * Returns one episode with its media URLs, which name the viewer. Refuses with 402 and the offer if it is locked,
 * without any media URL.
 */
export async function readPlayableEpisode(
  context: WatchContext,
  id: string,
  priceLocale: PriceLocale,
  viewer: Viewer | null,
): Promise<PlayableEpisode> {
  const [row, rights] = await Promise.all([findEpisode(context.db, id), viewer?.rights() ?? noRights]);
  const isOpen = row !== undefined && entitle(row, rights) !== null;
  // A withdrawn series is not for sale, so nobody but its buyers learns of it.
  if (!row || (row.withdrawn && !isOpen)) throw notFound();
  if (!isOpen) throw paymentRequired(await context.pricing.offer(row.series_id, priceLocale));
  const [playback, view] = await Promise.all([
    playbackOf(context, row, { id: viewer?.id ?? randomWord(12), rights }, priceLocale.language),
    viewer?.view(row.series_id),
  ]);
  const episode = { ...episodeOf(row, priceLocale.language), locked: false };
  return { ...episode, progress: view?.episodes.get(row.id) ?? null, playback };
}
