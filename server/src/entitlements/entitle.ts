/** Why somebody may watch an episode. */
export type EntitlementReason = "free";

/** What the rule looks at. */
export interface EpisodeLock {
  /** Plays for everybody. */
  free: boolean;
}

/**
 * The one rule of who may watch (R47): an episode is open when it is free. Returns the reason, or null when it is locked.
 * Every media address and every answer that names one goes through here.
 */
export function entitle(episode: EpisodeLock): EntitlementReason | null {
  return episode.free ? "free" : null;
}
