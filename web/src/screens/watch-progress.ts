import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { applyProgress } from "../features/library/apply-progress.ts";
import { settleRemovals } from "../features/library/removals.ts";
import { reporter } from "../features/library/reporter.ts";
import type { Player } from "../features/playback/player-store.ts";
import { followMoments } from "../features/playback/progress-events.ts";
import { useLanguage } from "../lib/use-language.ts";

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Saves the viewer's progress, on the server and in the answers that are cached. */
export function useProgress(player: Player, seriesId: string): void {
  const client = useQueryClient();
  useEffect(() => settleRemovals(), []);
  useEffect(
    () =>
      followMoments(player, ({ turn, ...moment }) => {
        const { episodeId, duration, done } = moment;
        const length = duration > 0 ? { duration: tenths(duration) } : {};
        reporter.note({ episodeId, position: tenths(moment.position), ...length, done }, turn);
        if (turn) applyProgress(client, seriesId, moment);
      }),
    [player, client, seriesId],
  );
}

/**
 * Fetches the series again when the server refuses an episode that the list calls open, as when a membership ended
 * meanwhile: the list is out of date.
 */
export function useFreshLocks(seriesId: string, outdated: boolean): void {
  const client = useQueryClient();
  const language = useLanguage();
  useEffect(() => {
    if (!outdated) return;
    void client.invalidateQueries({ queryKey: seriesQuery(seriesId, language).queryKey });
    void client.invalidateQueries({ queryKey: episodesQuery(seriesId, language).queryKey });
  }, [client, seriesId, language, outdated]);
}
