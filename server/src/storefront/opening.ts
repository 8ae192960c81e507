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

/**
 * Finds the episode that a viewer begins with.
 * @param number the one that was asked for; null: where this viewer goes on
 */
export async function openSeries(
  context: PersonalContext,
  seriesId: string,
  number: number | null,
  caller: Caller | null,
  { language }: Pick<PriceLocale, "language">,
): Promise<Opening> {
  const [{ source }, own] = await Promise.all([
    cachedEpisodes(context, seriesId, language),
    caller && ownOf(context, caller, seriesId),
  ]);
  const page = own ? episodesFor(source, own) : source;
  return { page, chosen: chooseEpisode(page.list, number, own?.view.progress?.episodeId), own, caller };
}

/** That episode with what plays it; null where it is locked for this viewer. */
export async function playFirst(
  context: PersonalContext,
  { chosen, own, caller }: Opening,
  market: PriceLocale,
): Promise<PlayableEpisode | null> {
  if (!chosen || chosen.locked) return null;
  const viewer = caller &&
    own && { id: caller.id, view: async () => own.view, rights: async () => own.rights };
  try {
    return await readPlayableEpisode(context, chosen.id, market, viewer);
  } catch (error) {
    // Locked since the list was kept: who asks for the episode itself is told the offer.
    if (error instanceof DomainError && error.code === 402) return null;
    throw error;
  }
}
