import { noRights, type Rights } from "#billing";

/** Why a viewer may watch an episode. */
export type EntitlementReason = "free" | "subscription" | "purchase";

/** The properties of an episode that decide its lock. */
export interface EpisodeLock {
  /** Whether everyone may play it. */
  free: boolean;
  series_id: string;
  /** Whether its series is withdrawn. */
  withdrawn?: boolean;
}

/** A right to watch: the reason, and its end as far as known. */
export interface Entitlement<Reason = EntitlementReason> {
  reason: Reason;
  ends: Date | null;
}

/**
 * Decides who may watch (R47). A free episode is open to everyone, a purchased series is open permanently, and a
 * membership opens everything while it lasts. A withdrawn series is open to those who bought it and to nobody else. Every
 * media URL and every answer that contains one depends on this rule.
 */
export function entitlementTo(episode: EpisodeLock, rights: Rights): Entitlement | null {
  if (episode.withdrawn)
    return rights.bought.has(episode.series_id) ? rightToBought(episode.series_id, rights) : null;
  return episode.free ? { reason: "free", ends: null } : rightTo(episode.series_id, rights);
}

/** Returns the reason only; null if the episode is locked. Without rights, it is what everyone may watch. */
export function entitle(episode: EpisodeLock, rights: Rights = noRights): EntitlementReason | null {
  return entitlementTo(episode, rights)?.reason ?? null;
}

/** Returns the right to the locked episodes of a series, including future ones; null if there is none. */
export function rightTo(
  seriesId: string,
  rights: Rights,
): Entitlement<Exclude<EntitlementReason, "free">> | null {
  const bought = rights.series.has(seriesId) ? { ends: rights.seriesEnds.get(seriesId) ?? null } : null;
  const member = rights.membership ? { ends: rights.membershipEnds } : null;
  // A grant of a few days must not shorten what a membership gives.
  if (bought && !(member && endsSooner(bought, member))) return { reason: "purchase", ...bought };
  return member && { reason: "subscription", ...member };
}

/** The right to a withdrawn series: neither a membership nor a free episode opens it. */
function rightToBought(seriesId: string, rights: Rights): Entitlement {
  return { reason: "purchase", ends: rights.seriesEnds.get(seriesId) ?? null };
}

type End = { ends: Date | null };

function endsSooner(one: End, other: End): boolean {
  if (one.ends === null) return false;
  return other.ends === null || one.ends < other.ends;
}
