import { noRights, type Rights } from "#billing";

/** Why somebody may watch an episode. */
export type EntitlementReason = "free" | "subscription" | "purchase";

/** What the rule looks at. */
export interface EpisodeLock {
  /** Plays for everybody. */
  free: boolean;
  series_id: string;
}

/** A right to watch: the reason, and when it ends as far as is known. */
export interface Entitlement<Reason = EntitlementReason> {
  reason: Reason;
  ends: Date | null;
}

/**
 * The one rule of who may watch (R47): what is free is open to everybody, a series that was bought is open whole and for good,
 * and a membership opens everything while it lives. Every media address and every answer that names one goes through here.
 */
export function entitlementTo(episode: EpisodeLock, rights: Rights): Entitlement | null {
  return episode.free ? { reason: "free", ends: null } : rightTo(episode.series_id, rights);
}

/** The reason alone; null where the episode is locked. Without rights it is what everybody may watch. */
export function entitle(episode: EpisodeLock, rights: Rights = noRights): EntitlementReason | null {
  return entitlementTo(episode, rights)?.reason ?? null;
}

/** The right to the locked episodes of a series, those to come included; null where there is none. */
export function rightTo(
  seriesId: string,
  rights: Rights,
): Entitlement<Exclude<EntitlementReason, "free">> | null {
  const bought = rights.series.has(seriesId) ? { ends: rights.seriesEnds.get(seriesId) ?? null } : null;
  const member = rights.membership ? { ends: rights.membershipEnds } : null;
  // What was given for a few days does not shorten what a membership gives.
  if (bought && !(member && endsSooner(bought, member))) return { reason: "purchase", ...bought };
  return member && { reason: "subscription", ...member };
}

type End = { ends: Date | null };

function endsSooner(one: End, other: End): boolean {
  if (one.ends === null) return false;
  return other.ends === null || one.ends < other.ends;
}
