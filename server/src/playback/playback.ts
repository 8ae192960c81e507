import type { Language, Playback } from "@cliffhanger/contract";
import { type EpisodeRow, findEpisode, findNextEpisode } from "#catalogue";
import { type Entitlement, entitle, entitlementTo, type Rights, rightsOf } from "#entitlements";
import { listCaptions, MULTIVARIANT, STORYBOARD } from "#media";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { EdgeSettings } from "#platform/edge-settings";
import { type Grant, type GrantKey, signGrant, verifyGrant } from "./grants.ts";
import type { Startups } from "./startup.ts";

/** What playback needs. */
export interface PlaybackContext {
  db: Db;
  clock: Clock;
  keys: readonly GrantKey[];
  /** Where media addresses lead, and how long they open. */
  edge: EdgeSettings;
  startups: Startups;
}

/** A viewer: the name that grants contain, and the viewer's rights. */
export interface Watcher {
  id: string;
  rights: Rights;
}

/**
 * Returns the media URLs of an episode and the next one for an entitled viewer. `expiresAt` is when the first of
 * their grants ends.
 * @throws Error when the viewer is not entitled; call `entitle` first
 */
export async function playbackOf(
  context: PlaybackContext,
  episode: EpisodeRow,
  watcher: Watcher,
  language: Language,
): Promise<Playback> {
  const { db, startups } = context;
  const grant = grantFor(context, episode, watcher);
  if (!grant) throw new Error(`Episode ${episode.id} is locked for this viewer.`);
  const [captions, following, startup] = await Promise.all([
    listCaptions(db, episode.id),
    findNextEpisode(db, episode.series_id, episode.number),
    startups(episode.asset_id),
  ]);
  const next = following && { episode: following, grant: grantFor(context, following, watcher) };
  const names = new Intl.DisplayNames([language], { type: "language" });
  const ends = Math.min(grant.expiresAt, next?.grant?.expiresAt ?? grant.expiresAt);
  return {
    hls: grant.prefix + MULTIVARIANT,
    expiresAt: new Date(ends * 1000).toISOString(),
    startup,
    captions: captions.map((caption) => ({
      language: caption.language,
      label: names.of(caption.language) ?? caption.language,
      url: grant.prefix + caption.file,
    })),
    storyboard: grant.prefix + STORYBOARD.cues,
    next: next
      ? {
          id: next.episode.id,
          number: next.episode.number,
          locked: next.grant === null,
          hls: next.grant && next.grant.prefix + MULTIVARIANT,
        }
      : null,
  };
}

/** Returns a grant for an episode and its expiry in Unix seconds; null when the episode is locked. */
function grantFor(
  { clock, keys, edge }: PlaybackContext,
  episode: EpisodeRow,
  { id: viewer, rights }: Watcher,
) {
  const entitlement = entitlementTo(episode, rights);
  if (!entitlement) return null;
  const expiresAt = expiryOf(entitlement, clock.now(), edge.grantSeconds);
  const path = signGrant(keys, { episodeId: episode.id, assetId: episode.asset_id, viewer, expiresAt });
  return { prefix: (edge.mediaOrigin ?? "") + path, expiresAt };
}

/** Segments are opened by the grant alone, so it must not outlive the right behind it. */
function expiryOf({ ends }: Entitlement, now: Date, life: number): number {
  const seconds = Math.floor(now.getTime() / 1000) + life;
  return ends ? Math.min(seconds, Math.floor(ends.getTime() / 1000)) : seconds;
}

/**
 * Returns how many seconds a grant still opens an asset's files; null if it does not. Verifies only the signature,
 * because it runs for every file.
 */
export function secondsOpen(context: PlaybackContext, grant: string, assetId: string): number | null {
  return restOf(context, verifyGrant(context.keys, grant, assetId, context.clock.now()));
}

/** Does the same and also checks the current right behind the grant. Runs for every playlist. */
export async function secondsStillOpen(
  context: PlaybackContext,
  grant: string,
  assetId: string,
): Promise<number | null> {
  const now = context.clock.now();
  const claims = verifyGrant(context.keys, grant, assetId, now);
  if (!claims) return null;
  const episode = await findEpisode(context.db, claims.episodeId);
  if (episode?.asset_id !== assetId) return null;
  const entitled =
    entitle(episode) !== null || entitle(episode, await rightsOf(context.db, claims.viewer, now)) !== null;
  return entitled ? restOf(context, claims) : null;
}

function restOf({ clock }: PlaybackContext, claims: Grant | null): number | null {
  return claims && Math.max(0, Math.floor(claims.expiresAt - clock.now().getTime() / 1000));
}
