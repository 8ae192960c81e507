import type { ReleasingEpisode } from "#catalogue";
import { ReleaseError } from "./release-error.ts";

/** Why an episode whose time has come stays hidden. */
export type Lack = "film" | "earlier" | "draft" | "held";

/**
 * Returns which due episodes are released now, in order. An episode waits for its film, and those after it wait with it.
 * Gaps before the last released episode hold nobody up: viewers are past them.
 */
export function releasable(
  episodes: readonly ReleasingEpisode[],
  due: ReadonlySet<string>,
): ReleasingEpisode[] {
  const last = lastReleased(episodes);
  const waiting = episodes.filter(({ isReleased }) => !isReleased);
  const isGoing = ({ id, isReady }: ReleasingEpisode) => due.has(id) && isReady;
  const gaps = waiting.filter((episode) => episode.number < last && isGoing(episode));
  const next = waiting.filter(({ number }) => number > last);
  const stop = next.findIndex((episode) => !isGoing(episode));
  return [...gaps, ...(stop === -1 ? next : next.slice(0, stop))];
}

/** Returns the ids of the episodes that their films would have shown, had their series without a plan not been on hold. */
export function shownAtOnce(episodes: readonly ReleasingEpisode[]): string[] {
  const stop = episodes.findIndex(
    ({ isReleased, releaseAt, withdrawnAt }) => !isReleased && (releaseAt !== null || withdrawnAt !== null),
  );
  return (stop === -1 ? episodes : episodes.slice(0, stop)).flatMap(({ id, isReady, isReleased, isHeld }) =>
    isReady && !isReleased && !isHeld ? [id] : [],
  );
}

/** Returns what an episode whose time has come lacks; null when it can be released. */
export function lackOf(
  episodes: readonly ReleasingEpisode[],
  episode: ReleasingEpisode,
): { lack: Lack; number: number } | null {
  if (!episode.isReady) return { lack: "film", number: episode.number };
  const last = lastReleased(episodes);
  const earlier = episodes.find(
    ({ number, isReleased }) => number > last && number < episode.number && !isReleased,
  );
  return earlier && episode.number > last ? { lack: "earlier", number: earlier.number } : null;
}

function lastReleased(episodes: readonly ReleasingEpisode[]): number {
  return episodes.reduce((last, { isReleased, number }) => (isReleased ? Math.max(last, number) : last), 0);
}

/** Refuses times by which an episode would come before the one before it, unless it would have before the change too. */
export function requireOrder(before: readonly ReleasingEpisode[], after: readonly ReleasingEpisode[]): void {
  const known = new Set(disordered(before).map(({ message }) => message));
  const fault = disordered(after).find(({ message }) => !known.has(message));
  if (fault) throw fault;
}

function disordered(episodes: readonly ReleasingEpisode[]): ReleaseError[] {
  const last = lastReleased(episodes);
  const waiting = episodes.filter(({ isReleased, number }) => !isReleased && number > last);
  return waiting.flatMap((episode, at) => {
    const before = waiting[at - 1];
    if (!episode.releaseAt || !before) return [];
    const numbers = { number: episode.number, earlier: before.number };
    if (!before.releaseAt)
      return [new ReleaseError("episodes", (t) => t("releaseFault.beforeUnplanned", numbers))];
    if (before.releaseAt <= episode.releaseAt) return [];
    return [new ReleaseError("localAt", (t) => t("releaseFault.before", numbers))];
  });
}
