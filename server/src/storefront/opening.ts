import { chooseEpisode, type Episode, type PlayableEpisode } from "@cliffhanger/contract";
import type { Caller } from "#platform/http/caller";
import { DomainError } from "#platform/http/errors";
import {
  cachedEpisodes,
  type EpisodePage,
  episodesFor,
  type Own,
  ownOf,
  type PersonalContext,
} from "./personal.ts";
import type { PriceLocale } from "./price-locale.ts";
import { readPlayableEpisode } from "./read.ts";

/** A series as one viewer opens it: its episodes, and the one that plays first. */
export interface Opening {
  page: EpisodePage;
  chosen: Episode | null;
  own: Own | null;
  caller: Caller | null;
}

/** Which series to open, for whom and in which language. */
export interface OpeningRequest extends Pick<PriceLocale, "language"> {
  seriesId: string;
  /** Number of the requested episode; null resumes where this viewer stopped. */
  number: number | null;
  caller: Caller | null;
}

/** Chooses the episode that a viewer starts with. */
export async function openSeries(
  context: PersonalContext,
  { seriesId, number, caller, language }: OpeningRequest,
): Promise<Opening> {
  const [{ source }, own] = await Promise.all([
    cachedEpisodes(context, seriesId, language),
    caller && ownOf(context, caller, seriesId),
  ]);
  const page = own ? episodesFor(source, own) : source;
  return { page, chosen: chooseEpisode(page.list, number, own?.view.progress?.episodeId), own, caller };
}

/** Returns the chosen episode with its media URLs; null if it is locked for this viewer. */
export async function playFirst(
  context: PersonalContext,
  { chosen, own, caller }: Opening,
  priceLocale: PriceLocale,
): Promise<PlayableEpisode | null> {
  if (!chosen || chosen.locked) return null;
  const viewer = caller &&
    own && { id: caller.id, view: async () => own.view, rights: async () => own.rights };
  try {
    return await readPlayableEpisode(context, chosen.id, priceLocale, viewer);
  } catch (error) {
    // It was locked after the list was cached. A request for the episode itself gets the offer.
    if (error instanceof DomainError && error.code === 402) return null;
    throw error;
  }
}
