import { chooseEpisode, type Episode, type PlayableEpisode } from "@cliffhanger/contract";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { DomainError } from "#platform/http/errors";
import { cachedEpisodes, episodesFor, orKept, type PersonalContext } from "./personal.ts";
import type { PriceLocale } from "./price-locale.ts";
import { readPlayableEpisode } from "./read.ts";
import { type Own, ownAmong, type Recognised } from "./recognise/recognise.ts";
import type { EpisodePage } from "./splice.ts";

/** A viewer with their own data for the series that they open. */
interface OpenedFor {
  id: string;
  own: Own;
}

/** A series as one viewer opens it: its episodes, and the one that plays first. */
export interface Opening {
  page: EpisodePage;
  chosen: Episode | null;
  viewer: OpenedFor | null;
  /** Whether the series is withdrawn, and this viewer bought it. */
  kept: boolean;
}

/** Which series to open, for whom and in which language. */
export interface OpeningRequest extends Pick<PriceLocale, "language"> {
  seriesId: string;
  /** Number of the requested episode; null resumes where this viewer stopped. */
  number: number | null;
  /** The caller with their own data for this series. */
  recognised: Promise<Recognised | null> | null;
}

/** Chooses the episode that a viewer starts with. */
export async function openSeries(
  context: PersonalContext,
  { seriesId, number, recognised: found, language }: OpeningRequest,
): Promise<Opening> {
  const [{ source, kept }, recognised] = await Promise.all([
    orKept({ seriesId, recognised: found }, async (keeping) => ({
      ...(await cachedEpisodes(context, { seriesId, ...keeping }, language)),
      ...keeping,
    })),
    found,
  ]);
  const own = recognised && ownAmong(recognised, source.list);
  const page = own ? episodesFor(source, own) : source;
  const chosen = chooseEpisode(page.list, number, own?.view.progress?.episodeId);
  return { page, chosen, viewer: recognised && own && { id: recognised.caller.id, own }, kept };
}

/** Returns the chosen episode with its media URLs; null if it is locked for this viewer, or the database is away. */
export async function playFirst(
  context: PersonalContext,
  { chosen, viewer: found }: Opening,
  priceLocale: PriceLocale,
): Promise<PlayableEpisode | null> {
  if (!chosen || chosen.locked) return null;
  const viewer = found && {
    id: found.id,
    view: async () => found.own.view,
    rights: async () => found.own.rights,
  };
  try {
    return await readPlayableEpisode(context, chosen.id, priceLocale, viewer);
  } catch (error) {
    // It was locked after the list was cached. A request for the episode itself gets the offer.
    if (error instanceof DomainError && error.code === 402) return null;
    // The page is in memory; the browser asks for the episode by itself, until the database is back.
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
