import type { Episode, Homepage, Language, Offer, PlayableEpisode, Series } from "@cliffhanger/contract";
import { findEpisode, findSeries, listCategories, listEpisodes, listSections, listSeries, textIn } from "#catalogue";
import { entitle } from "#entitlements";
import { type PlaybackContext, playbackOf } from "#playback";
import { randomWord } from "#platform/ids";
import { notFound, paymentRequired } from "#platform/http/errors";
import { cardOf, episodeOf, seriesOf } from "./compose.ts";

/** The home screen. Sections without a visible series are left out. */
export async function readHomepage({ db, clock }: PlaybackContext, language: Language): Promise<Homepage> {
  const now = clock.now();
  const [sections, categories] = await Promise.all([listSections(db), listCategories(db)]);
  const tabs = categories.map((category) => ({ id: category.id, name: textIn(category.name, language) }));
  const filled = await Promise.all(
    sections.map(async (section) => {
      const first = tabs[0];
      const source = section.source.type === "categories" && first ? { type: "tag" as const, tag: first.id } : section.source;
      const rows = await listSeries(db, source, section.size);
      const list = rows.map((row) => cardOf(row, language, now));
      return { id: section.id, title: textIn(section.title, language), kind: section.kind, list };
    }),
  );
  const featured = filled.find((section) => section.kind === "featured");
  return {
    featured: { id: featured?.id ?? "featured", title: featured?.title ?? "", list: featured?.list ?? [] },
    sections: filled.flatMap(({ kind, ...section }) => {
      if (kind === "featured" || section.list.length === 0) return [];
      return [{ ...section, kind, ...(kind === "switcher" ? { tabs } : {}) }];
    }),
  };
}

/** One series. Refuses with 404 what is not visible. */
export async function readSeries({ db, clock }: PlaybackContext, id: string, language: Language): Promise<Series> {
  const row = await findSeries(db, id);
  if (!row) throw notFound();
  return seriesOf(row, language, clock.now());
}

/** All episodes of a series, in order. Refuses with 404 a series that is not visible. */
export async function readEpisodes({ db }: PlaybackContext, seriesId: string, language: Language): Promise<Episode[]> {
  const rows = await listEpisodes(db, seriesId);
  if (rows.length === 0) throw notFound();
  return rows.map((row) => episodeOf(row, language));
}

/** One episode with its media addresses. Refuses with 402 and the offer when it is locked; no address leaves then. */
export async function readPlayableEpisode(context: PlaybackContext, id: string, language: Language): Promise<PlayableEpisode> {
  const row = await findEpisode(context.db, id);
  if (!row) throw notFound();
  const offer: Offer = { seriesId: row.series_id, fromEpisode: row.number, unlock: null, plans: [] };
  if (entitle(row) === null) throw paymentRequired(offer);
  const playback = await playbackOf(context, row, randomWord(12), language);
  return { ...episodeOf(row, language), playback };
}
