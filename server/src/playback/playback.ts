import type { Language, Playback } from "@cliffhanger/contract";
import { type EpisodeRow, findEpisode, findNextEpisode } from "#catalogue";
import { entitle } from "#entitlements";
import { listCaptions, MULTIVARIANT, STORYBOARD } from "#media";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { type GrantKey, grantSeconds, signGrant, verifyGrant } from "./grants.ts";

/** What playing needs. */
export interface PlaybackContext {
  db: Db;
  clock: Clock;
  keys: readonly GrantKey[];
}

/** Where an entitled viewer finds the bytes of an episode, and of the next one. Check `entitle` before calling. */
export async function playbackOf(
  context: PlaybackContext,
  episode: EpisodeRow,
  viewer: string,
  language: Language,
): Promise<Playback> {
  const { db } = context;
  const grant = grantFor(context, episode, viewer);
  const [captions, next] = await Promise.all([
    listCaptions(db, episode.id),
    findNextEpisode(db, episode.series_id, episode.number),
  ]);
  const names = new Intl.DisplayNames([language], { type: "language" });
  return {
    hls: grant.prefix + MULTIVARIANT,
    expiresAt: grant.expiresAt.toISOString(),
    captions: captions.map((caption) => ({
      language: caption.language,
      label: names.of(caption.language) ?? caption.language,
      url: grant.prefix + caption.file,
    })),
    storyboard: grant.prefix + STORYBOARD.cues,
    next: next ? nextOf(context, next, viewer) : null,
  };
}

function nextOf(context: PlaybackContext, next: EpisodeRow, viewer: string): Playback["next"] {
  const locked = entitle(next) === null;
  return {
    id: next.id,
    number: next.number,
    locked,
    hls: locked ? null : grantFor(context, next, viewer).prefix + MULTIVARIANT,
  };
}

function grantFor({ clock, keys }: PlaybackContext, episode: EpisodeRow, viewer: string) {
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + grantSeconds;
  const prefix = signGrant(keys, { episodeId: episode.id, assetId: episode.asset_id, viewer, expiresAt });
  return { prefix, expiresAt: new Date(expiresAt * 1000) };
}

/** Whether a grant opens an asset's files now: a question of the signature alone, asked before every byte. */
export function opens(context: PlaybackContext, grant: string, assetId: string): boolean {
  return verifyGrant(context.keys, grant, assetId, context.clock.now()) !== null;
}

/** The same, and the right behind it is looked at again: asked for every playlist. */
export async function stillOpens(context: PlaybackContext, grant: string, assetId: string): Promise<boolean> {
  const claims = verifyGrant(context.keys, grant, assetId, context.clock.now());
  if (!claims) return false;
  const episode = await findEpisode(context.db, claims.episodeId);
  return episode !== undefined && episode.asset_id === assetId && entitle(episode) !== null;
}
